/** What a mail says as HTML, part by part from the top; whatever people typed goes through `plainName` before. */
export type MailBody = {
  readonly heading: string
  readonly parts: readonly MailPart[]
  /** In whose name it comes; left out: the product's own. */
  readonly brand?: MailBrand
}

/** How a shop looks in a mail. Colors are `#` and six digits, and can be read where they stand. */
export type MailBrand = {
  readonly name: string
  /** `saysName`: the name stands in the picture and is not repeated beside it. */
  readonly logo: { readonly url: string; readonly saysName: boolean } | null
  readonly fontFamily: string
  readonly colors: { readonly light: MailColors; readonly dark: MailColors }
  readonly contactEmail: string | null
  readonly website: MailLink | null
}

export type MailColors = {
  /** Of buttons, and of the text on them. */
  readonly color: string
  readonly onColor: string
  /** Of the name and of links. */
  readonly accent: string
}

export type MailPart =
  | { readonly kind: 'text'; readonly text: string }
  /** What somebody wrote, with their own line breaks. */
  | {
      readonly kind: 'message'
      readonly text: string
      /** The addresses in it can be pressed: of a seller's text to their buyers, and never of a stranger's. */
      readonly hasLinks?: true
    }
  | {
      readonly kind: 'bill'
      readonly rows: readonly { readonly label: string; readonly amount: string }[]
      readonly total: string
      /** What is in the total, beneath it. */
      readonly included?: readonly { readonly label: string; readonly amount: string }[]
    }
  | { readonly kind: 'list'; readonly title: string; readonly items: readonly string[] }
  | ({ readonly kind: 'button' } & MailLink)
  | { readonly kind: 'links'; readonly links: readonly MailLink[]; readonly isSmall?: boolean }
  | { readonly kind: 'small'; readonly lines: readonly string[] }

export type MailLink = { readonly label: string; readonly url: string }

/** Makes the HTML of a mail. */
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
