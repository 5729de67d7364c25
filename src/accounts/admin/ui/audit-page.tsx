import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowRight, ScrollText } from 'lucide-react'
import { t } from '#foundation/language/t.ts'
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

/** The log of changes to rights and to other sellers' data. */
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
        skeleton={<Skeleton label={t('Loading the audit log')} blocks={['h-96']} />}
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
  const { actor, user, sellerName, before, after, subjectId, status } = entry
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
      <p className="break-words text-muted">
        {actor === null ? t('Command line or deleted user') : nameOf(actor)}
        {user !== null && user.id !== actor?.id && <>, for {nameOf(user)}</>}
        {sellerName !== null && <>, in the shop {sellerName}</>}
      </p>
      {(before ?? after ?? '') !== '' && (
        <p className="flex flex-wrap items-center gap-2 text-sm wrap-anywhere">
          <span className="min-w-0">{before === null || before === '' ? t('Nothing') : before}</span>
          <ArrowRight aria-label="became" className="size-4 shrink-0 text-muted" />
          <span className="min-w-0">{after === null || after === '' ? t('Nothing') : after}</span>
        </p>
      )}
      {subjectId !== null && <code className="text-sm break-all text-muted">{subjectId}</code>}
    </li>
  )
}

function nameOf({ name, email }: { readonly name: string; readonly email: string }): string {
  return name.trim() === '' ? email : `${name} (${email})`
}

/** Readable names of the audit log's actions; an action without one is shown as it is. */
const words: Readonly<Record<string, string>> = {
  'users.role': 'Changed the role',
  'users.roles': 'Changed an Admin’s rights',
  'users.invite': 'Invited a partner',
  'users.revoke': 'Revoked a partner invitation',
  'users.join': 'Accepted a partner invitation',
  'roles.write': 'Created a role',
  'roles.update': 'Changed a role',
  'roles.delete': 'Deleted a role',
  'permissions.write': 'Created a permission',
  'permissions.update': 'Changed a permission',
  'permissions.delete': 'Deleted a permission',
  'team.invite': 'Invited to the team',
  'team.revoke': 'Revoked an invitation',
  'team.join': 'Joined the team',
  'team.role': 'Changed a team role',
  'team.remove': 'Removed from the team',
  'team.leave': 'Left the team',
  'team.owner': 'Made owner',
  'team.take-back': 'Took the shop back',
  'customers.read': 'Viewed a customer',
  'sales.read': 'Viewed a sale',
  'sales.list': 'Listed sales',
  'customers.list': 'Listed customers',
  'withdrawals.list': 'Listed withdrawals',
  'withdrawals.read': 'Viewed a withdrawal',
  'files.list': 'Listed files',
  'files.read': 'Opened a file',
  'customers.correct-email': 'Corrected a customer’s email',
  'customers.merge': 'Merged two customers',
  'customers.undo-merge': 'Undid a customer merge',
  'customers.erase': 'Erased a customer',
  'sellers.suspend': 'Suspended a seller',
  'sellers.lift': 'Lifted a suspension',
  'seller.shop': 'Changed the shop’s appearance',
  'forms.pause': 'Paused a form',
  'forms.resume': 'Resumed a paused form',
  'seller.details': 'Changed the seller’s invoice details',
  'seller.policy': 'Changed the seller’s withdrawal policy',
}

const verbs: Readonly<Record<string, string>> = { write: 'Added to', update: 'Changed', delete: 'Deleted' }

function auditWords(action: string): string {
  const [entity = '', verb = ''] = action.split('.')
  return (
    lookUp(words, action) ??
    (lookUp(verbs, verb) === undefined ? action : `${lookUp(verbs, verb)} a seller’s ${entity}`)
  )
}
