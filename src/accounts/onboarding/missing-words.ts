/** What the provider's names of requirements mean to a seller; the first that fits. */
const words: readonly (readonly [RegExp, string])[] = [
  [/^external_account/, 'The bank account to pay out to'],
  [/verification\.(additional_)?document/, 'A photo of an identity document'],
  [/^tos_acceptance/, 'Your agreement to Stripe’s terms'],
  [/^business_type/, 'Whether you sell as a person or as a company'],
  [/^business_profile\.(url|product_description|mcc)/, 'What you sell, and where'],
  [/^business_profile/, 'Details of your business'],
  [/^(settings\.payments\.)?statement_descriptor|^settings/, 'The name on your buyers’ card statements'],
  [/^(owners|directors|executives|representative|person_)/, 'Details of the people behind the business'],
  [/^company/, 'Details of your company'],
  [/^individual\.(dob|first_name|last_name|id_number|ssn)/, 'Your name and date of birth'],
  [/^individual\.address/, 'Your address'],
  [/^individual/, 'Details about you'],
]

/** What is missing of a connected account, in plain words, each thing once. */
export function missingWords(requirements: readonly string[]): string[] {
  const found = requirements.map(
    (name) => words.find(([pattern]) => pattern.test(name))?.[1] ?? 'A detail that Stripe shows you',
  )
  return [...new Set(found)]
}
