import type { Consent, ConsentsOnPage } from '#buying/consumer-law/asked-consent.ts'
import { checkBuyer, type Buyer } from './buyer.ts'
import { readers } from './readers.ts'

/** The problems of the form's fields. An empty text means that the provider's own fields show the problem. */
export type Errors = {
  readonly email?: string | undefined
  readonly name?: string | undefined
  /** An empty text means that the questions show the problem themselves. */
  readonly questions?: string | undefined
  readonly card?: string | undefined
  readonly consents?: string | undefined
}

export function buyerIn(form: HTMLFormElement): Buyer {
  const fields = new FormData(form)
  const email = textIn(fields, 'email')
  return { email: readers?.plainEmail(email) ?? email, name: textIn(fields, 'name') }
}

function textIn(fields: FormData, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** Reads checkboxes even while they are disabled, because form data leave those out. */
export function chosenIn(form: HTMLFormElement | null): ReadonlySet<string> {
  const ticked = form?.querySelectorAll<HTMLInputElement>('[name=bump]:checked') ?? []
  return new Set([...ticked].map(({ value }) => value))
}

export function givenIn(form: HTMLFormElement, { texts }: ConsentsOnPage): readonly Consent[] {
  const ticked = new FormData(form).getAll('consent')
  return texts.filter(({ text }) => ticked.includes(text))
}

/** The problem if a required consent is missing. Consent to a trial is always required. */
export function missingConsent(asked: ConsentsOnPage | undefined, given: readonly Consent[]): Errors {
  const isMissing = asked?.texts.some(
    (one) => (asked.isRequired || one.kind === 'trial') && !given.includes(one),
  )
  return asked !== undefined && isMissing === true ? { consents: asked.lead } : {}
}

export function focusFirst(
  form: HTMLFormElement | null,
  payment: { readonly focus: () => void } | null,
  questions: { readonly focus: () => void } | null,
  errors: Errors,
): void {
  const field = errors.email !== undefined ? 'email' : errors.name !== undefined ? 'name' : null
  if (field !== null) return fieldOf(form, field)?.focus()
  if (errors.questions !== undefined) questions?.focus()
  else if (errors.card !== undefined) payment?.focus()
  else {
    const consent = errors.consents === undefined ? '' : ',[name=consent]:not(:checked)'
    form?.querySelector<HTMLInputElement>(`[data-error]${consent}`)?.focus()
  }
}

export function isTyped({ email, name }: Buyer): boolean {
  return email !== '' || name !== ''
}

/**
 * Fills email and name from the URL (`?email=&name=`). Hand-made links keep the plus of an email address as it is,
 * and anything that is not an address or a name is left out.
 */
export function prefill(form: HTMLFormElement | null): void {
  const query = window.location.search.replace(/\bemail=[^&]*/, (email) => email.replaceAll('+', '%2B'))
  const { email = '', name = '' } = Object.fromEntries(new URLSearchParams(query))
  const isAddress = /.@.+\../.test(email) && !isUnfilled(email)
  if (form) fillIn(form, { email: isAddress ? email : '', name: isUnfilled(name) ? '' : name })
}

/**
 * The characters around mail tools' placeholders, the replacement character of a broken encoding, and words that tools
 * use for a missing name.
 */
const unfilled = /[{}<>|\ufffd]|^\W*(?:(?:first|last|full|f|l)[ _-]?)?name\W*$|^undefined$|^null$/i

/**
 * Whether the text from a link is unreadable, or a placeholder that a mail tool did not replace with a name or email
 * address.
 */
export function isUnfilled(given: string): boolean {
  return unfilled.test(given.trim())
}

/** Fills in the email and name from a link or a wallet, if the buyer's own input is not valid. */
export function fillIn(form: HTMLFormElement, known: Buyer): void {
  const [typed, given] = [checkBuyer(buyerIn(form)), checkBuyer(known)]
  for (const name of ['email', 'name'] as const) {
    const field = fieldOf(form, name)
    if (field && typed[name] !== undefined && given[name] === undefined) field.value = known[name]
  }
}

function fieldOf(form: HTMLFormElement | null, name: 'email' | 'name'): HTMLInputElement | null {
  return form?.querySelector<HTMLInputElement>(`[name=${name}]`) ?? null
}
