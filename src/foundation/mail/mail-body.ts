/** An email's HTML parts from the top; typed text goes through `plainName` first. */
export type MailBody = {
  readonly heading: string
  readonly parts: readonly MailPart[]
  /** Its language; default: English. */
  readonly language?: string
  /** The sender's brand; default: the product's own. */
  readonly brand?: MailBrand
}

/** A shop's look in emails. Colors are `#` and six digits, with readable contrast. */
export type MailBrand = {
  readonly name: string
  /** `saysName`: the picture contains the name, which is not repeated next to it. */
  readonly logo: { readonly url: string; readonly saysName: boolean } | null
  readonly fontFamily: string
  readonly colors: { readonly light: MailColors; readonly dark: MailColors }
  readonly contactEmail: string | null
  readonly website: MailLink | null
}

export type MailColors = {
  /** The colors of buttons and their text. */
  readonly color: string
  readonly onColor: string
  /** The color of the name and of links. */
  readonly accent: string
}

export type MailPart =
  | { readonly kind: 'text'; readonly text: string }
  /** A decorative picture, 16 to 9. */
  | { readonly kind: 'picture'; readonly url: string }
  /** A person's text, with its line breaks. */
  | {
      readonly kind: 'message'
      readonly text: string
      /** Links its addresses: for a seller's text to buyers, never for a stranger's. */
      readonly hasLinks?: true
    }
  | {
      readonly kind: 'bill'
      readonly rows: readonly { readonly label: string; readonly amount: string }[]
      readonly total: string
      /** The taxes included, below the total. */
      readonly included?: readonly { readonly label: string; readonly amount: string }[]
    }
  /** Names with their amounts, without a sum. */
  | { readonly kind: 'amounts'; readonly title: string | null; readonly rows: readonly AmountRow[] }
  | { readonly kind: 'list'; readonly title: string; readonly items: readonly string[] }
  | ({ readonly kind: 'button' } & MailLink)
  | { readonly kind: 'links'; readonly links: readonly MailLink[]; readonly isSmall?: boolean }
  | { readonly kind: 'small'; readonly lines: readonly string[] }

/** A row of two columns, with an optional smaller line below the label. */
export type AmountRow = { readonly label: string; readonly note?: string; readonly amount: string }

export type MailLink = { readonly label: string; readonly url: string }

/** Makes the HTML of an email. */
export type RenderMail = (body: MailBody) => string

export function text(said: string): MailPart {
  return { kind: 'text', text: said }
}

export function button(label: string, url: string): MailPart {
  return { kind: 'button', label, url }
}

export function small(...lines: readonly string[]): MailPart {
  return { kind: 'small', lines }
}
