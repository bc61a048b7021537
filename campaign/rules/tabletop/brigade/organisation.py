"""The figures and models of a battalion, and their distribution over its parts (BDE-MAP-01 to -06, BDE-ORG,
BDE-SCALE-03, -04).

figures_of(men) -> int         one for about fifteen men
models_of(count) -> int        one for four to six real tanks or guns; gun_models(guns, batteries)
mustered(full, book) -> int    a spent battalion has two thirds
layout(full, present, ...) -> Layout(headquarters, companies, support)     figures of an infantry battalion
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

from campaign.rules.common.rulebook import Rulebook
from campaign.rules.tabletop.brigade.scales import COMPANY_FIGURES, MEN_A_FIGURE, REAL_A_MODEL, SUPPORT_CREW
from campaign.values import dataclass, replace

HQ_FIGURES = 3  # BDE-MAP-02.
SUPPORT_MODELS = 3  # BDE-MAP-02.
NORMAL_FROM = 33
"""The figures from which a battalion has three support models and up to five companies: 500 men (BDE-MAP-02)."""
# BDE-MAP-02: so a company has 6 to 12 figures. THREE_COMPANIES_UNDER, FIVE_COMPANIES_OVER.
THREE_COMPANIES_UNDER = 27
FIVE_COMPANIES_OVER = 48
LEAST, MOST = COMPANY_FIGURES


def _half_up(share: Fraction) -> int:
    return floor(share + Fraction(1, 2))


def figures_of(men: int) -> int:
    """Return the figures for this number of men, to the nearest (BDE-SCALE-03, BDE-MAP-01)."""
    return _half_up(Fraction(men, MEN_A_FIGURE))


def models_of(count: int) -> int:
    """Return the models for this number of real vehicles or guns: a fifth, halves up; at least one for any
    (BDE-SCALE-04, BDE-MAP-01).
    """
    return max(1, _half_up(Fraction(count, 5))) if count > 0 else 0


def gun_models(guns: int, batteries: int | None = None) -> int:
    """Return the gun models: one for each real battery if that is a fourth to a sixth of the guns, otherwise a fifth
    (BDE-MAP-01, -04).
    """
    fewest, most = REAL_A_MODEL
    if batteries is not None and Fraction(guns, most) <= batteries <= Fraction(guns, fewest):
        return batteries
    return models_of(guns)


def mustered(full: int, book: Rulebook) -> int:
    """Return the figures of a spent battalion on the table: two thirds of the full establishment, or the house's part,
    rounded down (BDE-MAP-06).
    """
    return max(1, floor(full * book.number("brigade.spent_musters"))) if full > 0 else full


def shared(total: int, parts: int) -> tuple[int, ...]:
    """Return this number of figures spread over the companies as evenly as possible, the first ones larger."""
    each, over = divmod(total, parts)
    return tuple(each + (n < over) for n in range(parts))


def company_count(rest: int, *, normal: bool) -> int:
    """Return the number of companies that share these figures, none under 3 or over 12 (BDE-MAP-02, -03,
    BDE-ORG-04).
    """
    weak = 1 if rest <= MOST else 2
    count = weak if not normal else 3 if rest < THREE_COMPANIES_UNDER else 4 if rest <= FIVE_COMPANIES_OVER else 5
    return min(max(count, ceil(Fraction(rest, MOST))), max(1, rest // LEAST))


@dataclass(frozen=True, slots=True)
class Layout:
    """The numbers of figures in a battalion: in its headquarters, in each company, in the crew of each support model.
    ``joined``: the headquarters' figures are part of the first company.
    """

    headquarters: int
    companies: tuple[int, ...]
    support: tuple[int, ...]
    joined: bool = False

    @property
    def total(self) -> int:
        """The total of figures; those of a headquarters that joined are in the company's."""
        return (0 if self.joined else self.headquarters) + sum(self.companies) + sum(self.support)


def full_layout(full: int, *, support_models: int | None = None, headquarters: bool = True) -> Layout:
    """Return the figures of a battalion at full establishment: 3 of headquarters, support models of 3 crew, the rest in
    companies.
    """
    normal = full >= NORMAL_FROM
    hq = HQ_FIGURES if headquarters and full >= 2 * LEAST else 0
    crew = SUPPORT_CREW[1]
    model_count = (SUPPORT_MODELS if normal else 1) if support_models is None else support_models
    models = min(model_count, max(0, full - hq - LEAST) // crew)
    rest = full - hq - crew * models
    return Layout(hq, shared(rest, company_count(rest, normal=normal)), (crew,) * models)


def layout(
    full: int, present: int, *, hq_company_from: int, support_models: int | None = None, headquarters: bool = True
) -> Layout:
    """Return the layout with fewer figures than the establishment: headquarters, support and companies shrink in
    proportion (BDE-MAP-06).
    """
    layout = full_layout(full, support_models=support_models, headquarters=headquarters)
    if present >= full:
        return _with_headquarters(layout, hq_company_from)
    hq = floor(Fraction(layout.headquarters * present, full))
    crews = _crews(floor(Fraction(sum(layout.support) * present, full)), len(layout.support))
    rest = present - hq - sum(crews)
    count = max(1, min(len(layout.companies), rest // LEAST))
    return _with_headquarters(Layout(hq, shared(rest, count), crews), hq_company_from)


def _crews(figures: int, most_models: int) -> tuple[int, ...]:
    """Return crews of three, and a last crew of two if two are left; a single man goes to a company."""
    fewest, crew = SUPPORT_CREW
    models, remaining = divmod(figures, crew)
    return ((crew,) * models + ((remaining,) if remaining >= fewest else ()))[:most_models]


def _with_headquarters(made: Layout, company_from: int) -> Layout:
    """Return the layout after a headquarters too small to be a company has joined the smallest company, which then
    comes first (BDE-AMB-04).
    """
    if not 0 < made.headquarters < company_from or not made.companies:
        return made
    ordered = sorted(made.companies)
    return replace(made, companies=(ordered[0] + made.headquarters, *reversed(ordered[1:])), joined=True)
