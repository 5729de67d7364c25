import { partyFields } from '#accounts/invoice-details/contract.ts'
import type { Party } from '#accounts/invoice-details/party.ts'
import { InvalidFields } from '#foundation/failures/failure.ts'
import { currentLanguage } from '#foundation/language/t.ts'
import type { FormField } from '#foundation/db/tables/form-content.ts'
import { firstPriceId } from '#payments/pricing/sold-form.ts'
import type { NewAnswer } from '#payments/purchases/records/answers.ts'
import type { PayFormBody } from '../contract.ts'
import { askedAt, askedFields } from '../fields/asked-fields.ts'
import { askedNames, askedOf, missingDetails } from '../fields/asked-details.ts'
import { type ReadAnswers, readAnswers } from '../fields/read-answers.ts'
import type { PayableForm } from '../price/payable-form.ts'

type Given = PayFormBody['answers']

/** Throws an error for each invalid answer, at `answers.` and the question's slug. */
export function checkAnswers(form: PayableForm, given: Given): void {
  const { problems } = readAsked(form, given)
  const named = Object.entries(problems).map(([slug, problem]) => [`answers.${slug}`, problem] as const)
  if (named.length > 0) throw new InvalidFields(Object.fromEntries(named))
}

/** The answers to a form's questions in the words of the page. `own` has the seller's words. */
export function answersTo(form: PayableForm, own: readonly FormField[], given: Given): NewAnswer[] {
  const { answers, fields } = readAsked(form, given)
  return fields.flatMap(({ slug, kind, label }) => {
    const answer = answers[slug]
    const sellerLabel = own.find((field) => field.slug === slug)?.label ?? label
    return answer === undefined
      ? []
      : [
          {
            slug,
            kind,
            label,
            sellerLabel: sellerLabel === label ? null : sellerLabel,
            answer: JSON.stringify(answer),
          },
        ]
  })
}

function readAsked(
  form: PayableForm,
  given: Given,
): ReadAnswers & { readonly fields: ReturnType<typeof askedFields> } {
  const asked = askedAt(form.fields, form.pricing.priceId ?? firstPriceId(form))
  const fields = askedFields(asked, currentLanguage())
  return { fields, ...readAnswers(fields, given) }
}

/** Throws an error for each invalid detail, at `details.` and its name. */
export function checkDetails(form: PayableForm, given: PayFormBody['details']): void {
  const { problems } = readDetails(form, given)
  const named = Object.entries(problems).map(([name, problem]) => [`details.${name}`, problem] as const)
  if (named.length > 0) throw new InvalidFields(Object.fromEntries(named))
}

/** The details that the form asks for, or null if it asks for none or the buyer gave none. */
export function detailsFor(form: PayableForm, given: PayFormBody['details']): Party | null {
  const { party } = readDetails(form, given)
  return Object.values(party).every((value) => value === null) ? null : party
}

const noDetails: Party = {
  name: null,
  addressLine1: null,
  addressLine2: null,
  postalCode: null,
  city: null,
  country: null,
  taxNumber: null,
}

type ReadDetails = { readonly party: Party; readonly problems: Readonly<Record<string, string>> }

function readDetails(form: PayableForm, given: PayFormBody['details']): ReadDetails {
  const asked = askedNames(askedOf(form), given?.isBusiness === true).map((name) => [
    name,
    given?.[name] ?? null,
  ])
  const { data, error } = partyFields.safeParse({ ...noDetails, ...Object.fromEntries(asked) })
  const wrong = error?.issues.map(({ path: [name], message }) => [String(name), message] as const) ?? []
  return {
    party: data ?? noDetails,
    problems: { ...missingDetails(askedOf(form), given ?? {}), ...Object.fromEntries(wrong) },
  }
}
