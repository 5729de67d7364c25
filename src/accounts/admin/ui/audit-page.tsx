import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowRight, ScrollText } from 'lucide-react'
import { type Message, msg, say, t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { AdminTabs } from '#accounts/roles/ui/admin-tabs.tsx'
import { Badge } from '#web/kit/layout/badge.tsx'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { useListSearch } from '#web/kit/list/list-search.ts'
import { Page } from '#web/kit/layout/page.tsx'
import { SearchedList } from '#web/kit/list/searched-list.tsx'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import { When } from '#web/kit/layout/when.tsx'
import { auditContract, type AuditEntry } from '#accounts/audit/contract.ts'
import { lookUp } from '#foundation/values/look-up.ts'

/** The audit log, with changes to rights and to other sellers' data. */
export function AuditPage() {
  const search = useListSearch()
  const { q, page } = search
  const query = useQuery({
    queryKey: ['audit-log', { q, page }],
    queryFn: ({ signal }) => call(auditContract.listAuditLog, { query: { q, page, limit: 20 }, signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <Page
      title={t('Audit log')}
      lead={t("Every change to permissions, and every change to another seller's data.")}
    >
      <AdminTabs />
      <SearchedList
        search={search}
        query={query}
        searchLabel={t('Search the audit log')}
        isSearchShown
        empty={
          <EmptyState
            icon={<ScrollText aria-hidden className="size-8" />}
            title={q === '' ? t('Nothing recorded yet') : t('Nothing found')}
            text={
              q === ''
                ? t('Changes to roles, teams and other sellers’ data appear here.')
                : t('No entry matches your search.')
            }
          />
        }
        skeleton={<Skeleton label={t('Loading the audit log')} blocks={['table']} />}
      >
        {(entries, isStale) => (
          <ul aria-busy={isStale} className="panel divide-y divide-line">
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ul>
        )}
      </SearchedList>
    </Page>
  )
}

function Entry({ entry }: { readonly entry: AuditEntry }) {
  const { before, after, subjectId, status } = entry
  return (
    <li className="grid gap-1 px-5 py-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <span className="flex flex-wrap items-center gap-2 font-semibold">
          {auditWords(entry.action)}
          {status !== null && status >= 400 && <Badge tone="warning">{t('Refused')}</Badge>}
        </span>
        <span className="text-sm text-muted">
          <When at={entry.at} />
        </span>
      </p>
      <p className="break-words text-muted">{partiesOf(entry)}</p>
      {(before ?? after ?? '') !== '' && (
        <p className="flex flex-wrap items-center gap-2 text-sm wrap-anywhere">
          <span className="min-w-0">{before === null || before === '' ? t('Nothing') : before}</span>
          <ArrowRight aria-label={t('became')} className="size-4 shrink-0 text-muted" />
          <span className="min-w-0">{after === null || after === '' ? t('Nothing') : after}</span>
        </p>
      )}
      {subjectId !== null && <code className="text-sm break-all text-muted">{subjectId}</code>}
    </li>
  )
}

function partiesOf({ actor, user, sellerName: shop }: AuditEntry): string {
  const by = actor === null ? t('Command line or deleted user') : nameOf(actor)
  if (user === null || user.id === actor?.id) {
    return shop === null ? by : t('{by}, in the shop {shop}', { by, shop })
  }
  const person = nameOf(user)
  return shop === null
    ? t('{by}, for {person}', { by, person })
    : t('{by}, for {person}, in the shop {shop}', { by, person, shop })
}

function nameOf({ name, email }: { readonly name: string; readonly email: string }): string {
  return name.trim() === '' ? email : `${name} (${email})`
}

/** Readable names for the audit log's actions. An action without one is shown unchanged. */
const words: Readonly<Record<string, Message>> = {
  'users.role': msg('Changed the role'),
  'users.roles': msg('Changed an Admin’s rights'),
  'users.invite': msg('Invited a partner'),
  'users.revoke': msg('Revoked a partner invitation'),
  'users.join': msg('Accepted a partner invitation'),
  'roles.write': msg('Created a role'),
  'roles.update': msg('Changed a role'),
  'roles.delete': msg('Deleted a role'),
  'permissions.write': msg('Created a permission'),
  'permissions.update': msg('Changed a permission'),
  'permissions.delete': msg('Deleted a permission'),
  'team.invite': msg('Invited to the team'),
  'team.revoke': msg('Revoked an invitation'),
  'team.join': msg('Joined the team'),
  'team.role': msg('Changed a team role'),
  'team.remove': msg('Removed from the team'),
  'team.leave': msg('Left the team'),
  'team.owner': msg('Made owner'),
  'team.take-back': msg('Took the shop back'),
  'customers.read': msg('Viewed a customer'),
  'sales.read': msg('Viewed a sale'),
  'sales.list': msg('Listed sales'),
  'customers.list': msg('Listed customers'),
  'withdrawals.list': msg('Listed withdrawals'),
  'withdrawals.read': msg('Viewed a withdrawal'),
  'files.list': msg('Listed files'),
  'files.read': msg('Opened a file'),
  'customers.correct-email': msg('Corrected a customer’s email'),
  'customers.merge': msg('Merged two customers'),
  'customers.undo-merge': msg('Undid a customer merge'),
  'customers.erase': msg('Erased a customer'),
  'sellers.suspend': msg('Suspended a seller'),
  'sellers.lift': msg('Lifted a suspension'),
  'seller.shop': msg('Changed the shop’s appearance'),
  'forms.pause': msg('Paused a form'),
  'forms.resume': msg('Resumed a paused form'),
  'seller.details': msg('Changed the seller’s invoice details'),
  'seller.tax_regions': msg('Changed the seller’s taxes by country'),
  'seller.numbering': msg('Changed the seller’s invoice numbers'),
  'seller.policy': msg('Changed the seller’s withdrawal policy'),
}

function auditWords(action: string): string {
  const known = lookUp(words, action)
  if (known !== undefined) return say(known)
  const [entity = '', verb = ''] = action.split('.')
  if (verb === 'write') return t('Added to a seller’s {entity}', { entity })
  if (verb === 'update') return t('Changed a seller’s {entity}', { entity })
  if (verb === 'delete') return t('Deleted a seller’s {entity}', { entity })
  return action
}
