import { t } from '#foundation/language/t.ts'
import { rich } from '#foundation/language/rich.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import type { Dashboard } from '#selling/sales/dashboard/dashboard-wire.ts'
import { Own } from '#web/kit/layout/own.tsx'
import type { Days } from '#selling/sales/ui/day-spans.ts'
import { salesPath } from '#selling/sales/ui/filter/sale-search.ts'
import { countText, rateOf, rateText } from '#selling/sales/ui/number-texts.ts'
import { AfterFees } from './after-fees.tsx'
import { Card, Cards } from '#selling/sales/ui/numbers/card.tsx'
import { NumberLink } from '#selling/sales/ui/numbers/number-link.tsx'

type MoneyProps = {
  readonly money: Dashboard['currencies'][number]
  /** The days that the numbers cover, and the form if they are about only one. */
  readonly days: Days & { readonly form?: string }
  /** The exact period, if fees are needed. The fees of a single form are unknown. */
  readonly span?: Pick<Dashboard, 'from' | 'to'> | undefined
  /** How many of the sales are orders, or undefined if some of them are in other currencies. */
  readonly orders: number | undefined
} & Pick<Dashboard, 'activity'>

export function MoneyCards({ money, days, span, orders, activity }: MoneyProps) {
  const { currency, current, previous } = money
  const amount = (minor: number) => formatAmount(minor, currency)
  const before = beforeIf(hasBefore(activity, money))
  return (
    <Cards
      label={t('Revenue')}
      facts={moneyFacts({ money, days, span })}
      factsTitle={t('Fees, average and more')}
    >
      <Card
        name={t('Net revenue')}
        info={t(
          'Payments minus refunds and disputes, including tax. The after-fees amount also subtracts Stripe and Tillform fees.',
        )}
        value={current.net}
        {...before(previous.net)}
        format={amount}
        {...taxOf(money)}
      />
      <GrossCard money={money} days={days} {...before(previous.gross)} />
      <Card
        name={t('Returned')}
        info={t('Refunds made and disputes opened in this period, even for older purchases.')}
        value={current.refunds + current.disputes}
        {...before(previous.refunds + previous.disputes)}
        format={amount}
        rows={salesPath({ ...days, currency, status: 'returned' })}
        isBetterLess
      />
      <SalesCard
        money={money}
        days={days}
        orders={orders}
        activity={activity}
        {...before(previous.purchases)}
      />
    </Cards>
  )
}

type FormMoneyProps = Pick<MoneyProps, 'money' | 'days' | 'orders' | 'activity'>

/**
 * One form's revenue and conversion. Gross revenue is shown if it differs from the net revenue in the chart below, and
 * changes are shown if there was a previous period.
 */
export function FormMoneyCards({ money, days, orders, activity }: FormMoneyProps) {
  const { currency, current, previous } = money
  const amount = (minor: number) => formatAmount(minor, currency)
  const returned = current.refunds + current.disputes
  const before = beforeIf(hasBefore(activity, money))
  const now = activity.current
  return (
    <Cards
      label={t('Revenue')}
      facts={[
        returned > 0 && (
          <li key="returned">
            {rich('{amount} refunded or disputed', { amount: <Own>{amount(returned)}</Own> })}
          </li>
        ),
        ...moneyFacts({ money, days, hasAverage: returned > 0 }),
      ]}
      factsTitle={t('Returned and average')}
    >
      {returned > 0 && <GrossCard money={money} days={days} {...before(previous.gross)} />}
      <Card
        name={t('Net revenue')}
        info={t('Payments minus refunds and disputes, including tax.')}
        value={current.net}
        {...before(previous.net)}
        format={amount}
        {...taxOf(money)}
        {...(returned === 0 && { rows: salesPath({ ...days, currency, status: 'sold' }) })}
      />
      <SalesCard
        money={money}
        days={days}
        orders={orders}
        activity={activity}
        {...before(previous.purchases)}
      />
      <Card
        name={t('Conversion')}
        info={t('Paid orders per 100 page views. Offers and renewals do not count as orders.')}
        value={rateOf(now.orders, now.views)}
        {...before(rateOf(activity.previous.orders, activity.previous.views))}
        format={rateText}
        counts={partText(now.orders, now.views)}
      />
      {returned === 0 && (
        <Card
          name={t('Average sale')}
          info={t('Gross revenue divided by the number of sales.')}
          value={current.average}
          {...before(previous.average)}
          format={amount}
        />
      )}
    </Cards>
  )
}

/** The chosen currency, or else the first. */
export function shownOf(
  { currencies }: Dashboard,
  currency: string | null,
): Dashboard['currencies'][number] | undefined {
  return currencies.find((one) => one.currency === currency) ?? currencies[0]
}

/** Whether there were visits or sales in the previous period. */
export function hasBefore(
  activity: Dashboard['activity'],
  money: FormMoneyProps['money'] | undefined,
): boolean {
  return activity.previous.views > 0 || (money?.previous.purchases ?? 0) > 0
}

/** A number's value in the previous period, unless there is nothing to compare with. */
function beforeIf(isCompared: boolean) {
  return (before: number | null) => (isCompared ? { before } : {})
}

/** The tax within net revenue, as text below it. */
function taxOf({ currency, current: { tax } }: MoneyProps['money']) {
  if (tax === 0) return {}
  return { note: rich('{tax} of it is tax', { tax: <Own>{formatAmount(tax, currency)}</Own> }) }
}

type GrossProps = Pick<MoneyProps, 'money' | 'days'> & { readonly before?: number | null }

function GrossCard({ money: { currency, current }, days, ...before }: GrossProps) {
  return (
    <Card
      name={t('Gross revenue')}
      info={t('All payments in this period, including tax: orders, offers and renewals.')}
      value={current.gross}
      {...before}
      format={(minor) => formatAmount(minor, currency)}
      rows={salesPath({ ...days, currency, status: 'sold' })}
    />
  )
}

function SalesCard({
  money: { currency, current },
  days,
  orders,
  activity,
  ...before
}: GrossProps & Pick<MoneyProps, 'orders' | 'activity'>) {
  const further = orders === undefined ? 0 : current.purchases - orders
  return (
    <Card
      name={t('Sales')}
      info={t(
        'Orders, and the offers and renewals that followed, including free ones. The average is gross revenue divided by this number.',
      )}
      value={current.purchases}
      {...before}
      rows={salesPath({ ...days, currency, status: 'sold' })}
      {...(orders !== undefined &&
        further > 0 && { counts: salesText(orders, further, activity.current.offersTaken) })}
    />
  )
}

type FactProps = Pick<MoneyProps, 'money' | 'days' | 'span'> & { readonly hasAverage?: boolean }

function moneyFacts({ money, days, span, hasAverage = true }: FactProps) {
  const { currency, current, partlyRefunded } = money
  const { gross, net, average, disputes } = current
  const own = (minor: number) => <Own>{formatAmount(minor, currency)}</Own>
  return [
    span !== undefined && gross > 0 && (
      <AfterFees key="fees" currency={currency} net={net} from={span.from} to={span.to} />
    ),
    hasAverage && average !== null && (
      <li key="average">{rich('Sales of {amount} on average', { amount: own(average) })}</li>
    ),
    disputes > 0 && <li key="disputes">{rich('{amount} in disputes', { amount: own(disputes) })}</li>,
    partlyRefunded > 0 && (
      <li key="partly">
        <NumberLink
          to={salesPath({ ...days, currency, status: 'partially_refunded' })}
          of={t('Partly refunded')}
        >
          {t('{partlyRefunded, plural, other {{shown} partly refunded}}', {
            partlyRefunded,
            shown: countText(partlyRefunded),
          })}
        </NumberLink>
      </li>
    ),
  ]
}

/** The orders of a period with sales in one currency. */
export function ordersOf({ currencies, activity }: Dashboard): number | undefined {
  return currencies.length === 1 ? activity.current.orders : undefined
}

/** "102 orders + 18 offers". Whatever is neither an order nor an accepted offer is a renewal. */
function salesText(orders: number, further: number, offers: number): string {
  const kind = offers === 0 ? 'renewals' : offers === further ? 'offers' : 'both'
  return t(
    '{orders, plural, one {# order} other {{shownOrders} orders}} + {kind, select, offers {{further, plural, one {# offer} other {{shown} offers}}} renewals {{further, plural, one {# renewal} other {{shown} renewals}}} other {{shown} offers and renewals}}',
    { orders, shownOrders: countText(orders), kind, further, shown: countText(further) },
  )
}

const partText = (part: number, all: number) =>
  t('{part} of {all}', { part: countText(part), all: countText(all) })

type ActivityProps = {
  readonly activity: Dashboard['activity']
  /** Whether there was a previous period to compare with. */
  readonly isCompared: boolean
}

export function ActivityCards({ activity: { current, previous }, isCompared }: ActivityProps) {
  const before = beforeIf(isCompared)
  return (
    <Cards label={t('Activity')}>
      <Card
        name={t('Page views')}
        info={t(
          'Page views, not unique visitors. Includes reloads and your own visits, excludes known bots.',
        )}
        value={current.views}
        {...before(previous.views)}
      />
      <Card
        name={t('Conversion')}
        info={t(
          'Paid orders per 100 page views, across all forms and currencies. Offers and renewals do not count as orders.',
        )}
        value={rateOf(current.orders, current.views)}
        {...before(rateOf(previous.orders, previous.views))}
        format={rateText}
        counts={partText(current.orders, current.views)}
      />
      <Card
        name={t('Bump take rate')}
        info={t('Share of offered order bumps that buyers added to paid orders.')}
        value={rateOf(current.bumpsTaken, current.bumpsOffered)}
        {...before(rateOf(previous.bumpsTaken, previous.bumpsOffered))}
        format={rateText}
        counts={partText(current.bumpsTaken, current.bumpsOffered)}
      />
      <Card
        name={t('Offer take rate')}
        info={t('Share of one-time offers that buyers accepted. Undone offers do not count.')}
        value={rateOf(current.offersTaken, current.offersShown)}
        {...before(rateOf(previous.offersTaken, previous.offersShown))}
        format={rateText}
        counts={partText(current.offersTaken, current.offersShown)}
      />
    </Cards>
  )
}
