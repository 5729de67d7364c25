/** The members of the European Union, by ISO 3166-1 code. Greece is GR. */
export const euMembers: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)

/**
 * The countries in which European Union consumer law applies, by ISO 3166-1 code: its members
 * (https://european-union.europa.eu/principles-countries-history/eu-countries_en), those of their regions
 * that have their own code and in which the treaties apply (TFEU, Articles 349 and 355(1) and (4)), and the
 * other members of the EEA, which has adopted the directives (EEA Agreement, Annex XIX).
 */
export const europeanCountries: ReadonlySet<string> = new Set([
  ...euMembers,
  // Åland, French Guiana, Guadeloupe, Saint Martin, Martinique, Réunion and Mayotte.
  ...'AX GF GP MF MQ RE YT'.split(' '),
  ...'IS LI NO'.split(' '),
])
