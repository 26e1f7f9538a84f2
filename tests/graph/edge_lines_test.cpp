#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/edge_list.hpp"

namespace grundy::graph {
namespace {

using testing::ElementsAre;
using testing::FieldsAre;
using testing::HasSubstr;

EdgeLines scan(std::string_view text) {
  EdgeLines found;
  scan_edge_lines(text, found);
  return found;
}

TEST(EdgeLines, ReadsEveryWayToWriteAnEdge) {
  const EdgeLines found = scan("1 2\n3,4\n5 , 6\n\t7\t8 \r\n9 10# why\n#11 12\n\n  \n0013 14\n");
  EXPECT_FALSE(found.mistake) << *found.mistake;
  EXPECT_THAT(found.edges, ElementsAre(FieldsAre(1u, 2u), FieldsAre(3u, 4u), FieldsAre(5u, 6u),
                                       FieldsAre(7u, 8u), FieldsAre(9u, 10u), FieldsAre(13u, 14u)));
  EXPECT_EQ(found.lines, 9u);
  EXPECT_EQ(found.lowest, 1u);
  EXPECT_EQ(found.highest, 14u);
}

TEST(EdgeLines, OneVertexIsADeclaration) {
  const EdgeLines found = scan("5\n 6 # alone\n7 8\n");
  EXPECT_THAT(found.declared, ElementsAre(5u, 6u));
  EXPECT_EQ(found.edges.size(), 1u);
}

TEST(EdgeLines, LabelsGoUpToTheEndOf63Bits) {
  const EdgeLines found = scan("9223372036854775807 0\n");
  EXPECT_FALSE(found.mistake);
  EXPECT_EQ(found.edges.at(0).from, largest_label);
  for (const char* text : {"9223372036854775808 1\n", "18446744073709551616 1\n",
                           "99999999999999999999999 1\n", "1 10000000000000000000\n"})
    EXPECT_TRUE(scan(text).mistake) << text;
}

TEST(EdgeLines, SaysWhatWasFoundAndWhatWasExpected) {
  const auto mistake = [](std::string_view text) { return scan(text).mistake.value_or("none"); };
  EXPECT_EQ(mistake("a b\n"), "found 'a', expected a vertex, an integer from 0 to 2^63 - 1");
  EXPECT_THAT(mistake("-1 2\n"), HasSubstr("found '-1'"));
  EXPECT_THAT(mistake("1 2x\n"), HasSubstr("found '2x'"));
  EXPECT_THAT(mistake("1.5 2\n"), HasSubstr("found '1.5'"));
  EXPECT_EQ(mistake("1 2 3\n"), "found '3', expected the end of the line after two vertices");
  EXPECT_THAT(mistake("1 2,3\n"), HasSubstr("found ',3'"));
  EXPECT_THAT(mistake("1,\n"), HasSubstr("found the end of the line"));
  EXPECT_THAT(mistake(",1\n"), HasSubstr("found ',1'"));
  EXPECT_THAT(mistake("1,,2\n"), HasSubstr("found ',2'"));
  EXPECT_THAT(mistake("\x1b[31m\n"), HasSubstr("'?[31m'"));
}

TEST(EdgeLines, CountsTheLinesBeforeAMistake) {
  const EdgeLines found = scan("1 2\n\n# x\n3 4\nfive\n6 7\n");
  EXPECT_TRUE(found.mistake);
  EXPECT_EQ(found.lines, 4u);
  EXPECT_EQ(found.edges.size(), 2u);
}

}  // namespace
}  // namespace grundy::graph
