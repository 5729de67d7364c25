import { dateFormat } from '#foundation/time/date-format.ts'
import { useQuery } from '@tanstack/react-query'
import { SearchX, Users } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { formatAmount, parseAmount } from '#foundation/money/amount.ts'
import { cutText } from '#foundation/text/cut-text.ts'
import { type Customer, customersContract } from '#selling/customers/contract.ts'
import { useFormTitle, useUsualCurrency } from '#selling/sales/ui/filter/form-choices.tsx'
import { SalesTabs } from '#selling/sales/ui/sales-tabs.tsx'
import { SavedViews } from '#selling/saved-views/ui/saved-views.tsx'
import { useZone } from '#web/kit/browser/zone.ts'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import { Avatar } from '#web/kit/layout/avatar.tsx'
import { Badge } from '#web/kit/layout/badge.tsx'
import { buttonClass } from '#web/kit/layout/button.tsx'
import { Page } from '#web/kit/layout/page.tsx'
import { When } from '#web/kit/layout/when.tsx'
import { ExportCsv } from '#web/kit/list/export-csv.tsx'
import { type FilterChip, FilterChips } from '#web/kit/list/filter-chips.tsx'
import { ListTable } from '#web/kit/list/list-table.tsx'
import { SearchedList } from '#web/kit/list/searched-list.tsx'
import { useSteppedSearch } from '#web/kit/list/stepped-search.ts'
import { FilterDialog } from './filter/filter-dialog.tsx'
import { customerListQuery, filteredBy, hasFilter, readCustomerFilter, type ShownFilter } from './queries.ts'
import { countryText, nameOf, valueTexts } from './value-text.ts'

export function CustomersPage() {
  const search = useSteppedSearch()
  const { q, page, before } = search
  const filter = readCustomerFilter(useSearchParams()[0])
  const query = useQuery(customerListQuery({ q, page, before, filter, zone: useZone() }))
  const isFiltered = q !== '' || page > 0 || hasFilter(filter)
  const hasCustomers = query.data !== undefined && (query.data.data.length > 0 || isFiltered)
  const last = query.data?.data.at(-1)
  return (
    <Page
      title={t('Customers')}
      lead={t('Everyone who has bought from you, newest first.')}
      actions={hasCustomers ? <ExportCustomers q={q} filter={filter} /> : undefined}
    >
      <SalesTabs />
      <SearchedList
        search={{ ...search, setPage: (next) => search.setPage(next, last?.id) }}
        query={query}
        searchLabel={t('Search name or email')}
        isSearchShown={isFiltered}
        filter={hasCustomers && <FilterBar filter={filter} />}
        below={
          hasCustomers && (
            <div className="mb-6 empty:hidden">
              <SavedViews list="customers" present={{ ...filter, q }} />
            </div>
          )
        }
        empty={<NoCustomers isFiltered={isFiltered} />}
        skeleton={<Skeleton label={t('Loading customers')} blocks={['table']} />}
      >
        {(customers, isStale) => <CustomerList customers={customers} isBusy={isStale} />}
      </SearchedList>
    </Page>
  )
}

function NoCustomers({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState
        icon={<SearchX aria-hidden className="size-8" />}
        title={t('No customer found')}
        text={t('No customers match. Try part of a name or email, or change the filters.')}
      >
        <Link to="/customers" className={buttonClass('secondary')}>
          {t('Show all customers')}
        </Link>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<Users aria-hidden className="size-8" />}
      title={t('Your first customer will appear here')}
      text={t('Share a form to get your first customer.')}
    >
      <Link to="/forms" className={buttonClass()}>
        {t('Go to your forms')}
      </Link>
    </EmptyState>
  )
}

type Props = { readonly q: string; readonly filter: ShownFilter }

/** Downloads the customers that match the search and filter. */
function ExportCustomers({ q, filter }: Props) {
  const zone = useZone()
  return (
    <ExportCsv
      description={t('All customers in this list, including other pages, one per row.')}
      askPath={(format) =>
        call(customersContract.getCustomerExportLink, { query: { ...filter, q, zone, format } })
      }
    />
  )
}

/** The search and filters that are active. */
function FilterBar({ filter }: { readonly filter: ShownFilter }) {
  const [, setParameters] = useSearchParams()
  const [isOpen, setIsOpen] = useState(false)
  const titles = { bought: useFormTitle(filter.bought), notBought: useFormTitle(filter.notBought) }
  const change = (next: ShownFilter) =>
    setParameters((present) => filteredBy(present, next), { preventScrollReset: true })
  return (
    <FilterChips
      // An amount without a currency is in the one currency that the forms use.
      chips={chipsOf(filter, titles, useUsualCurrency().currency)}
      isFiltered={hasFilter(filter)}
      onOpen={() => setIsOpen(true)}
      onRemove={(names) =>
        change({ ...filter, ...Object.fromEntries(names.map((name) => [name, undefined])) })
      }
      onClear={() => change({})}
    >
      <FilterDialog filter={filter} isOpen={isOpen} onClose={() => setIsOpen(false)} onFilter={change} />
    </FilterChips>
  )
}

const day = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' })

function chipsOf(
  filter: ShownFilter,
  titles: { readonly [Which in 'bought' | 'notBought']: string | undefined },
  usualCurrency: string | undefined,
): FilterChip<keyof ShownFilter>[] {
  const { tag, bought, notBought, subscription, over, currency = usualCurrency, since } = filter
  return [
    ...(tag === undefined ? [] : [{ text: t('Tag {tag}', { tag }), names: ['tag'] } as const]),
    ...(bought === undefined ? [] : [{ text: boughtText(titles.bought), names: ['bought'] } as const]),
    ...(notBought === undefined
      ? []
      : [{ text: notBoughtText(titles.notBought), names: ['notBought'] } as const]),
    ...(subscription === undefined
      ? []
      : [{ text: t('Active subscription'), names: ['subscription'] } as const]),
    ...(over === undefined
      ? []
      : [
          {
            text: t('Value over {amount}', { amount: amountText(over, currency) }),
            names: ['over', 'currency'],
          } as const,
        ]),
    ...(since === undefined
      ? []
      : [
          {
            text: t('Bought since {day}', { day: day.format(new Date(`${since}T00:00:00Z`)) }),
            names: ['since'],
          } as const,
        ]),
  ]
}

function boughtText(form: string | undefined): string {
  return form === undefined ? t('Bought one form') : t('Bought {form}', { form })
}

function notBoughtText(form: string | undefined): string {
  return form === undefined ? t('Did not buy one form') : t('Did not buy {form}', { form })
}

function amountText(over: number, currency: string | undefined): string {
  if (currency === undefined) return String(over)
  const parsed = parseAmount(over, currency)
  return parsed.ok ? formatAmount(parsed.minor, currency) : `${over} ${currency.toUpperCase()}`
}

type CustomerListProps = { readonly customers: readonly Customer[]; readonly isBusy: boolean }

/** Shows customers as a table on wide screens and as cards on phones. Each row links to its customer. */
function CustomerList({ customers, isBusy }: CustomerListProps) {
  // Columns that would be empty on this page are left out.
  const hasCountries = customers.some(({ country }) => country !== null)
  const hasTags = customers.some(({ tags }) => tags.length > 0)
  return (
    <div aria-busy={isBusy} className={isBusy ? 'opacity-60 transition-opacity' : 'transition-opacity'}>
      <ListTable
        name={t('Customers')}
        columns={[
          t('Customer'),
          ...(hasCountries ? [t('Country')] : []),
          ...(hasTags ? [t('Tags')] : []),
          t('Last purchase'),
        ]}
        amounts={[t('Purchases'), t('Value')]}
        className="lg:block"
      >
        {customers.map((customer) => (
          <tr key={customer.id} className="relative border-t border-line hover:bg-brand-soft/50">
            <th scope="row" className="max-w-112 px-5 py-3 font-normal">
              <Person customer={customer} />
            </th>
            {hasCountries && (
              <td className="px-5 py-4">{customer.country !== null && countryText(customer.country)}</td>
            )}
            {hasTags && (
              <td className="max-w-56 px-5 py-4">
                <Tags tags={customer.tags} />
              </td>
            )}
            <td className="px-5 py-4">{customer.lastPaidAt !== null && <When at={customer.lastPaidAt} />}</td>
            <td className="px-5 py-4 text-right tabular-nums">{customer.purchases}</td>
            <td className="px-5 py-4 text-right font-semibold whitespace-nowrap tabular-nums">
              <Values customer={customer} />
            </td>
          </tr>
        ))}
      </ListTable>
      <ul className="grid gap-3 lg:hidden">
        {customers.map((customer) => (
          <li key={customer.id} className="panel relative grid gap-1.5 p-4">
            <span className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3">
              <span className="row-span-2">
                <Avatar user={{ ...customer, photo: null }} />
              </span>
              <CustomerLink customer={customer} />
              <span className="text-right font-semibold tabular-nums">
                <Values customer={customer} />
              </span>
              <Email customer={customer} className="col-span-2" />
            </span>
            <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5 text-sm text-muted">
              {countText(customer.purchases)}
              {customer.lastPaidAt !== null && <When at={customer.lastPaidAt} />}
            </span>
            <Tags tags={customer.tags} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Person({ customer }: { readonly customer: Customer }) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar user={{ ...customer, photo: null }} />
      <span className="min-w-0">
        <CustomerLink customer={customer} />
        <Email customer={customer} />
      </span>
    </span>
  )
}

function Email({ customer, className = '' }: { readonly customer: Customer; readonly className?: string }) {
  return (
    <span translate="no" className={`block text-sm wrap-anywhere text-muted ${className}`}>
      {customer.email}
    </span>
  )
}

function CustomerLink({ customer }: { readonly customer: Customer }) {
  return (
    <Link
      to={`/customers/${customer.id}`}
      className="block min-w-0 rounded font-medium wrap-anywhere after:absolute after:inset-0"
    >
      {cutText(nameOf(customer), 50)}
    </Link>
  )
}

/** Totals in the customer's top three currencies. */
function Values({ customer }: { readonly customer: Customer }) {
  return valueTexts(customer)
    .slice(0, 3)
    .map((text) => (
      <span key={text} className="block">
        {text}
      </span>
    ))
}

const shownTags = 4

function Tags({ tags }: { readonly tags: readonly string[] }) {
  if (tags.length === 0) return null
  const left = tags.length - shownTags
  return (
    <span className="flex flex-wrap gap-1.5">
      {tags.slice(0, shownTags).map((tag) => (
        <Badge key={tag}>{cutText(tag, 20)}</Badge>
      ))}
      {left > 0 && <Badge>{`+${left}`}</Badge>}
    </span>
  )
}

function countText(purchases: number): string {
  return t('{purchases, plural, one {# purchase} other {# purchases}}', { purchases })
}
