#include "law/automata/products.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <utility>

namespace grundy::automata {
namespace {

using rules::Expression;

constexpr std::int64_t most_coefficient = 1 << 12;

bool has_product(const Expression& expression) {
  const auto is_constant = [](const Expression& e) { return e.op == Expression::Op::constant; };
  if (expression.op == Expression::Op::multiply &&
      std::ranges::none_of(expression.arguments, is_constant))
    return true;
  return std::ranges::any_of(expression.arguments, has_product);
}

std::vector<Difference> without_products(const Cases& cases) {
  std::vector<Difference> all;
  for (const Case& one : cases) all.push_back({{}, one.value, one.where});
  return all;
}

std::vector<Difference> joined(Terms& terms, const std::vector<Difference>& a,
                               const std::vector<Difference>& b, std::int64_t times_b) {
  std::vector<Difference> all;
  for (const Difference& one : a)
    for (const Difference& other : b) {
      Difference both = one;
      both.rest = terms.plus(one.rest, other.rest, times_b);
      for (const Product& product : other.products)
        both.products.push_back({times_b * product.times, product.a, product.b});
      both.where.insert(both.where.end(), other.where.begin(), other.where.end());
      if (one.where.empty() || other.where.empty() || terms.are_consistent(both.where))
        all.push_back(std::move(both));
    }
  return all;
}

std::vector<Difference> polynomial(Terms& terms, const Expression& expression);

std::vector<Difference> product(Terms& terms, const Expression& expression) {
  const Expression& first = expression.arguments[0];
  const Expression& second = expression.arguments[1];
  const std::vector<Difference> nothing(1);
  if (first.op == Expression::Op::constant && std::abs(first.value) <= most_coefficient)
    return joined(terms, nothing, polynomial(terms, second), first.value);
  if (second.op == Expression::Op::constant && std::abs(second.value) <= most_coefficient)
    return joined(terms, nothing, polynomial(terms, first), second.value);
  std::vector<Difference> all;
  for (const Case& a : terms.number(first))
    for (const Case& b : terms.number(second)) {
      Difference one{{}, {}, a.where};
      one.where.insert(one.where.end(), b.where.begin(), b.where.end());
      if (!terms.are_consistent(one.where)) continue;
      if (a.value.is_constant())
        one.rest = terms.plus(one.rest, b.value, a.value.constant);
      else if (b.value.is_constant())
        one.rest = terms.plus(one.rest, a.value, b.value.constant);
      else
        one.products.push_back({1, a.value, b.value});
      all.push_back(std::move(one));
    }
  return all;
}

std::vector<Difference> polynomial(Terms& terms, const Expression& expression) {
  using Op = Expression::Op;
  if (!has_product(expression)) return without_products(terms.number(expression));
  const auto argument = [&](std::size_t i) { return polynomial(terms, expression.arguments[i]); };
  if (expression.op == Op::add) return joined(terms, argument(0), argument(1), 1);
  if (expression.op == Op::subtract) return joined(terms, argument(0), argument(1), -1);
  if (expression.op == Op::multiply) return product(terms, expression);
  terms.set_outside("a product within another operation");
  return std::vector<Difference>(1);
}

// The form a u * u + b u * v + c v * v.
struct Form {
  Linear u, v;
  std::int64_t a = 0, b = 0, c = 0;
};

// Divides a sum by the greatest number, of either sign, that leaves its first factor positive.
std::int64_t divided(Linear& sum) {
  std::int64_t divisor = std::abs(sum.constant);
  for (const auto& [track, factor] : sum.factors) divisor = std::gcd(divisor, factor);
  if (sum.factors.begin()->second < 0) divisor = -divisor;
  sum.constant /= divisor;
  for (auto& [track, factor] : sum.factors) factor /= divisor;
  return divisor;
}

std::optional<Form> form_of(const std::vector<Product>& products) {
  std::vector<Linear> sums;
  const auto place = [&](const Linear& sum) {
    const auto found = std::ranges::find(sums, sum);
    if (found != sums.end()) return found - sums.begin();
    sums.push_back(sum);
    return std::ssize(sums) - 1;
  };
  Form form;
  for (Product product : products) {
    for (const std::int64_t divisor : {divided(product.a), divided(product.b)})
      if (std::abs(divisor) > most_coefficient ||
          std::abs(product.times *= divisor) > most_coefficient)
        return std::nullopt;
    const auto at = place(product.a) + place(product.b);
    if (sums.size() > 2) return std::nullopt;
    (at == 0 ? form.a : at == 1 ? form.b : form.c) += product.times;
  }
  form.u = sums[0];
  if (sums.size() == 2) form.v = sums[1];
  return form;
}

std::int64_t root(std::int64_t n) {
  auto r = static_cast<std::int64_t>(std::sqrt(static_cast<double>(n)));
  while (r * r > n) --r;
  while ((r + 1) * (r + 1) <= n) ++r;
  return r;
}

class FormSign {
 public:
  FormSign(Terms& terms, Algebra& algebra, Form form)
      : terms_(terms), algebra_(algebra), form_(std::move(form)) {
    if (form_.a == 0) {
      std::swap(form_.u, form_.v);
      std::swap(form_.a, form_.c);
    }
  }

  Dfa compared(Is is) {
    if (form_.a == 0) return of_one_product(is);
    if (form_.a > 0) return is == Is::zero ? is_zero() : at_most_zero();
    form_ = {form_.u, form_.v, -form_.a, -form_.b, -form_.c};
    if (is == Is::zero) return is_zero();
    return algebra_.either(algebra_.negation(at_most_zero()), is_zero());  // at least 0
  }

 private:
  Dfa zero(const Linear& sum) { return automata::compared(algebra_, sum, Is::zero); }
  Dfa at_most(const Linear& sum, const Linear& end) {
    return automata::compared(algebra_, terms_.plus(sum, end, -1), Is::at_most_zero);
  }
  Linear times(const Linear& sum, std::int64_t factor) {
    return terms_.plus(Linear::number(0), sum, factor);
  }

  // b u * v
  Dfa of_one_product(Is is) {
    const Dfa zeros = algebra_.either(zero(form_.u), zero(form_.v));
    if (is == Is::zero || form_.b == 0) return form_.b == 0 ? Algebra::always(true) : zeros;
    const Dfa u = at_most(form_.u, {}), v = at_most(form_.v, {});
    const Dfa equal_signs = algebra_.either(
        algebra_.both(u, v), algebra_.both(algebra_.negation(u), algebra_.negation(v)));
    return algebra_.either(zeros, form_.b > 0 ? algebra_.negation(equal_signs) : equal_signs);
  }

  std::int64_t discriminant() const { return form_.b * form_.b - 4 * form_.a * form_.c; }
  Linear w() { return terms_.plus(times(form_.u, 2 * form_.a), form_.v, form_.b); }
  bool is_rational() const {
    return discriminant() >= 0 && root(discriminant()) * root(discriminant()) == discriminant();
  }

  // |w| = |v| sqrt(D)
  Dfa is_zero() {
    if (!is_rational()) return algebra_.both(zero(w()), zero(form_.v));
    const std::int64_t r = root(discriminant());
    return algebra_.either(zero(terms_.plus(w(), form_.v, r)), zero(terms_.plus(w(), form_.v, -r)));
  }

  // |w| <= |v| sqrt(D)
  Dfa at_most_zero() {
    if (discriminant() < 0) return is_zero();
    const Linear z = Linear::track(terms_.fresh());  // |v|
    const Dfa is_z =
        algebra_.either(zero(terms_.plus(form_.v, z, -1)), zero(terms_.plus(form_.v, z)));
    std::vector<Dfa> parts = {is_z};
    std::int64_t h = 1;
    Linear end;
    if (is_rational()) {
      end = times(z, root(discriminant()));
    } else {
      const std::int64_t p = algebra_.numeration().is_base() ? 0 : algebra_.numeration().p;
      const std::int64_t both = discriminant() * (p * p + 4);
      if (p == 0 || root(both) * root(both) != both) {
        terms_.set_outside("a form of products with this irrational root");
        return {};
      }
      const std::int64_t shared = std::gcd(root(both), p * p + 4);
      const std::int64_t g = root(both) / shared;
      h = (p * p + 4) / shared;
      // With r of beatty(): g z sqrt(p * p + 4) = 2 g z r + (p - 2) g z.
      const Track k = terms_.fresh(), m = terms_.fresh();
      parts.push_back(zero(terms_.plus(Linear::track(k), z, -2 * g)));
      parts.push_back(beatty(algebra_, k, m));
      end = terms_.plus(Linear::track(m), z, (p - 2) * g);
    }
    parts.push_back(at_most(times(w(), h), end));
    parts.push_back(at_most(times(w(), -h), end));
    std::vector<Track> kept;
    for (const Linear& sum : {form_.u, form_.v})
      for (const auto& [track, factor] : sum.factors) kept.push_back(track);
    return algebra_.exists(std::move(parts), kept);
  }

  Terms& terms_;
  Algebra& algebra_;
  Form form_;
};

}  // namespace

std::vector<Difference> differences(Terms& terms, const Expression& left, const Expression& right) {
  if (!has_product(left) && !has_product(right))
    return joined(terms, without_products(terms.number(left)),
                  without_products(terms.number(right)), -1);
  return joined(terms, polynomial(terms, left), polynomial(terms, right), -1);
}

Dfa compared(Terms& terms, Algebra& algebra, const Difference& difference, Is is) {
  if (difference.products.empty()) return compared(algebra, difference.rest, is);
  auto form = form_of(difference.products);
  if (!form || difference.rest != Linear()) {
    terms.set_outside("a product");
    return {};
  }
  return FormSign(terms, algebra, *std::move(form)).compared(is);
}

}  // namespace grundy::automata
