// cli/law/law_text.hpp: a law and how far it holds, for people.
#pragma once
#include <string>

#include "cli/text.hpp"
#include "law/report.hpp"
#include "law/words.hpp"

namespace grundy::cli {

// "chomp3", or "chomp3 with c <= 0" for a section.
std::string positions_text(const rules::Rules& rules, const relation::Section& section);

// Of a game without a law.
void print_statistics(const law::Statistics& statistics, Quantity value);

// Tame or wild, and genera by heap.
void print_misere(const law::MisereHeaps& heaps);

// The law in words, and how far it holds.
void print_headline(const law::Subject& about, const std::string& words);
void print_standing(const law::Subject& about, const law::Checked& checked);

// The nimbers of a period, by remainder, and the exceptions.
void print_period(const law::PeriodTable& table, const std::string& heap);

// The last line.
void print_took(double seconds);

}  // namespace grundy::cli
