/** The parts of an email's HTML, from top to bottom. Text that people typed goes through `plainName` first. */
export type MailBody = {
  readonly heading: string
  readonly parts: readonly MailPart[]
  /** The language of the email. By default English. */
  readonly language?: string
  /** The brand of the sender. By default the product's own. */
  readonly brand?: MailBrand
}

/** A shop's look in emails. Colors consist of `#` and six digits and have readable contrast. */
export type MailBrand = {
  readonly name: string
  /** The logo. If it contains the shop's name (`saysName`), the name is not repeated next to it. */
  readonly logo: { readonly url: string; readonly saysName: boolean } | null
  readonly fontFamily: string
  readonly colors: { readonly light: MailColors; readonly dark: MailColors }
  readonly contactEmail: string | null
  readonly website: MailLink | null
}

export type MailColors = {
  /** The color of buttons, and that of their text. */
  readonly color: string
  readonly onColor: string
  /** The color of a button's outline. */
  readonly edge: string
  /** The color of the shop's name and of links. */
  readonly accent: string
}

export type MailPart =
  | { readonly kind: 'text'; readonly text: string }
  /** A decorative picture, 16 to 9. */
  | { readonly kind: 'picture'; readonly url: string }
  /** Text that a person wrote, with its line breaks. */
  | {
      readonly kind: 'message'
      readonly text: string
      /** Turns URLs in the text into links. Only for a seller's text to buyers, never for a stranger's. */
      readonly hasLinks?: true
    }
  | {
      readonly kind: 'bill'
      readonly rows: readonly { readonly label: string; readonly amount: string }[]
      readonly total: string
      /** The included taxes, shown below the total. */
      readonly included?: readonly { readonly label: string; readonly amount: string }[]
    }
  /** Labels with amounts, without a total. */
  | { readonly kind: 'amounts'; readonly title: string | null; readonly rows: readonly AmountRow[] }
  | { readonly kind: 'list'; readonly title: string; readonly items: readonly string[] }
  | ({ readonly kind: 'button' } & MailLink)
  | { readonly kind: 'links'; readonly links: readonly MailLink[]; readonly isSmall?: boolean }
  | { readonly kind: 'small'; readonly lines: readonly string[] }

/** A row with two columns, and optionally a smaller line below the label. */
export type AmountRow = { readonly label: string; readonly note?: string; readonly amount: string }

export type MailLink = { readonly label: string; readonly url: string }

/** Builds the HTML of an email. */
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
