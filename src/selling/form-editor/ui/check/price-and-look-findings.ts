import { say, t } from '#foundation/language/t.ts'
import { isClearButton } from '#buying/consumer-law/button-words.ts'
import { isWebAddress } from '#foundation/http/input/fields.ts'
import { formatAmount, parseAmount, toMajor } from '#foundation/money/amount.ts'
import { currencyOf, isCurrencyCode } from '#foundation/money/currencies.ts'
import { shownAmount } from '#foundation/money/shown-amount.ts'
import { taxAmount } from '#foundation/money/tax.ts'
import { isNamed } from '#selling/forms/open-problems.ts'
import { longestCycle, periodLabels } from '#selling/forms/price/further-price.ts'
import { contrastRatio, type FormValues } from '../editor/form-values.ts'
import type { Checked, Finding } from './finding.ts'

/** Finds prices too small for a card, and billing cycles that make no sense. */
export function priceFindings(checked: Checked): Finding[] {
  return [...amountFindings(checked), ...openFindings(checked.values), ...cycleFindings(checked.values)]
}

/** The card minimum in major units and as text, if `amount` is above 0 and below this minimum. */
export function smallestAbove(
  amount: number | null | undefined,
  currency: string,
): { major: number; text: string } | null {
  const parsed = isCurrencyCode(currency) ? parseAmount(amount ?? 0, currency) : undefined
  if (parsed?.ok !== true) return null
  const { minimum, smallest } = currencyOf(currency)
  if (parsed.minor === 0 || parsed.minor >= minimum) return null
  return { major: toMajor(smallest, currency), text: formatAmount(smallest, currency) }
}

function amountFindings({ values, known }: Checked): Finding[] {
  const { amount, currency } = values
  const smallest = smallestAbove(amount, currency)
  if (smallest === null) return []
  const parsed = parseAmount(amount ?? 0, currency)
  const tax = known.taxes?.find(({ id, active }) => id === values.taxId && active)
  const rate = tax === undefined ? null : { percentage: String(tax.percentage), inclusive: tax.inclusive }
  const taxed = parsed.ok ? taxAmount(parsed.minor, rate, currency) : null
  const { text } = smallest
  return [
    {
      field: 'amount',
      text:
        taxed === null || rate === null
          ? t('The price is below the minimum card payment of {text}.', { text })
          : t('The price, {total} with its tax, is below the minimum card payment of {text}.', {
              total: formatAmount(taxed.total, currency),
              text,
            }),
      weight: 'problem',
      mend: { label: t('Make it {text}', { text }), changes: { amount: smallest.major } },
    },
  ]
}

/** Finds suggested amounts below the minimum. */
function openFindings(values: FormValues): Finding[] {
  const { priceType, isOpen, currency, suggestedAmount, presetAmounts } = values
  if (!isNamed({ priceType, isOpen }) || !isCurrencyCode(currency)) return []
  const amount = values.amount ?? 0
  const least = shownAmount(amount, currency)
  const found: Finding[] = []
  if (suggestedAmount !== null && suggestedAmount < amount) {
    found.push({
      field: 'suggestedAmount',
      text: t('The suggested {amount} is below your minimum of {least}.', {
        amount: shownAmount(suggestedAmount, currency),
        least,
      }),
      weight: 'problem',
      mend: { label: t('Suggest {least}', { least }), changes: { suggestedAmount: amount } },
    })
  }
  const good = presetAmounts.filter((one) => one === null || one >= amount)
  if (good.length < presetAmounts.length) {
    found.push({
      field: 'presetAmounts',
      text: t('A button is below your minimum of {least}.', { least }),
      weight: 'problem',
      mend: { label: t('Remove it'), changes: { presetAmounts: good } },
    })
  }
  if (amount === 0 && suggestedAmount === null) {
    found.push({
      field: 'suggestedAmount',
      text: t('Buyers can pay nothing and see an empty field. Suggest an amount to guide them.'),
      weight: 'advice',
      mend: null,
    })
  }
  return found
}

function cycleFindings(values: FormValues): Finding[] {
  const { priceType, billingPeriod, billingInterval, cancelAfter, amount } = values
  if (priceType !== 'RecurringPrice') return []
  const longest = longestCycle[billingPeriod]
  const found: Finding[] = []
  if (billingInterval > longest) {
    found.push({
      field: 'billingInterval',
      text: t('A billing cycle can be up to three years ({longest} for {period}).', {
        longest,
        period: say(periodLabels[billingPeriod]),
      }),
      weight: 'problem',
      mend: { label: t('Make it {longest}', { longest }), changes: { billingInterval: longest } },
    })
  }
  if (cancelAfter === 1) {
    found.push({
      field: 'cancelAfter',
      text: t('This subscription ends after one payment. A one-time price is clearer to buyers.'),
      weight: 'problem',
      mend: { label: t('Make it One Time'), changes: { priceType: 'OneTimePrice' } },
    })
  }
  if ((amount ?? 0) === 0) {
    found.push({
      field: 'amount',
      text: t('A recurring price must be above 0.'),
      weight: 'problem',
      mend: null,
    })
  }
  return found
}

/** The contrast that WCAG 2.2 AA requires of text at the button's size. */
const leastContrast = 4.5

/** Finds an unreadable button, and URLs that buyers should not be sent to. */
export function lookFindings({ values, known }: Checked): Finding[] {
  const { themeColor, buttonText, buttonTextColor, redirectUrl, termsUrl } = values
  const found: Finding[] = []
  const ratio = contrastRatio(themeColor, buttonTextColor)
  if (ratio !== null && ratio < leastContrast) {
    const color = readableOn(themeColor)
    found.push({
      field: 'buttonTextColor',
      text: t(
        'The button text is hard to read on your theme color. Its contrast is {ratio} : 1, and 4.5 : 1 is needed.',
        { ratio: ratio.toFixed(1) },
      ),
      weight: 'problem',
      mend: {
        label: color === '#fff' ? t('Make the text white') : t('Make the text black'),
        changes: { buttonTextColor: color },
      },
    })
  }
  const secure = httpsOf(redirectUrl)
  if (secure !== null) {
    found.push({
      field: 'redirectUrl',
      text: t('The redirect URL is not secure. Use https.'),
      weight: 'problem',
      mend: { label: t('Use https'), changes: { redirectUrl: secure } },
    })
  }
  if (!isClearButton(buttonText ?? '') && (Number(values.amount) > 0 || values.isOpen)) {
    found.push({
      field: 'buttonText',
      text: t(
        'Your button does not say that clicking it means paying. Buyers in Europe see “Order and pay” above your text.',
      ),
      weight: 'advice',
      mend: { label: t('Use “Pay”'), changes: { buttonText: '' } },
    })
  }
  if ((termsUrl ?? '').trim() === '' && known.shopTerms === null) {
    found.push({
      field: 'termsUrl',
      text: t('No terms are linked. Add a link here, or for all forms under Settings\u00a0›\u00a0Legal.'),
      weight: 'advice',
      mend: null,
    })
  }
  return found
}

/** The https version of an http URL, or null for any other URL. */
export function httpsOf(address: string | null | undefined): string | null {
  const typed = (address ?? '').trim()
  return isWebAddress(typed) && /^http:/i.test(typed) ? typed.replace(/^http:/i, 'https:') : null
}

/** White or black, whichever is easier to read. */
function readableOn(color: string): '#fff' | '#000' {
  const [white, black] = [contrastRatio(color, '#fff') ?? 0, contrastRatio(color, '#000') ?? 0]
  return white >= black ? '#fff' : '#000'
}
