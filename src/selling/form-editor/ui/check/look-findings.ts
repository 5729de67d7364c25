import { isClearButton } from '#buying/consumer-law/button-words.ts'
import { isWebAddress } from '#foundation/http/input/fields.ts'
import { contrastRatio } from '#selling/form-editor/ui/editor/form-values.ts'
import type { Checked, Finding } from './finding.ts'

/** What WCAG 2.2 AA asks of text of the button's size. */
const leastContrast = 4.5

/** A button that cannot be read, and addresses that buyers should not be sent to. */
export function lookFindings({ values, known }: Checked): Finding[] {
  const { themeColor, buttonText, buttonTextColor, redirectUrl, termsUrl } = values
  const found: Finding[] = []
  const ratio = contrastRatio(themeColor, buttonTextColor)
  if (ratio !== null && ratio < leastContrast) {
    const [color, name] = readableOn(themeColor)
    found.push({
      field: 'buttonTextColor',
      text: `The button’s text is hard to read on your theme color: ${ratio.toFixed(1)} : 1, and 4.5 : 1 is needed.`,
      weight: 'problem',
      mend: { label: `Make the text ${name}`, changes: { buttonTextColor: color } },
    })
  }
  const secure = httpsOf(redirectUrl)
  if (secure !== null) {
    found.push({
      field: 'redirectUrl',
      text: 'The redirect address is not secure: it begins with http.',
      weight: 'problem',
      mend: { label: 'Use https', changes: { redirectUrl: secure } },
    })
  }
  if (!isClearButton(buttonText ?? '') && (Number(values.amount) > 0 || values.isOpen)) {
    found.push({
      field: 'buttonText',
      text: 'The button does not say that pressing it is to pay. Buyers in Europe read “Order and pay” above your words.',
      weight: 'advice',
      mend: { label: 'Use “Pay”', changes: { buttonText: '' } },
    })
  }
  if ((termsUrl ?? '').trim() === '' && known.shopTerms === null) {
    found.push({
      field: 'termsUrl',
      text: 'Buyers see no terms: add the address of yours, here or for all forms in the settings.',
      weight: 'advice',
      mend: null,
    })
  }
  return found
}

/** An address that begins with http, with https in its place; null for any other. */
export function httpsOf(address: string | null | undefined): string | null {
  const typed = (address ?? '').trim()
  return isWebAddress(typed) && /^http:/i.test(typed) ? typed.replace(/^http:/i, 'https:') : null
}

/** White or black, whichever is easier to read; one of them always is. */
function readableOn(color: string): readonly [string, string] {
  const [white, black] = [contrastRatio(color, '#fff') ?? 0, contrastRatio(color, '#000') ?? 0]
  return white >= black ? ['#fff', 'white'] : ['#000', 'black']
}
