import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowRight, ScrollText } from 'lucide-react'
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
import { auditWords } from './audit-words.ts'

/** Who changed rights, and who changed another seller's things. */
export function AuditPage() {
  const search = useListSearch()
  const { q, page } = search
  const query = useQuery({
    queryKey: ['audit-log', { q, page }],
    queryFn: ({ signal }) => call(auditContract.listAuditLog, { query: { q, page, limit: 20 }, signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <Page title="Audit log" lead="Every change to permissions, and every change to another seller's data.">
      <AdminTabs />
      <SearchedList
        search={search}
        query={query}
        searchLabel="Search the audit log"
        isSearchShown
        empty={
          <EmptyState
            icon={<ScrollText aria-hidden className="size-8" />}
            title={q === '' ? 'Nothing recorded yet' : 'Nothing found'}
            text={
              q === ''
                ? 'Changes to roles, teams and other sellers’ data appear here.'
                : 'No entry matches your search.'
            }
          />
        }
        skeleton={<Skeleton label="Loading the audit log" blocks={['h-96']} />}
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
          {status !== null && status >= 400 && <Badge tone="warning">Refused</Badge>}
        </span>
        <span className="text-sm text-muted">
          <When at={entry.at} />
        </span>
      </p>
      <p className="break-words text-muted">
        {actor === null ? 'Command line, or a deleted user' : nameOf(actor)}
        {user !== null && user.id !== actor?.id && <>, for {nameOf(user)}</>}
        {sellerName !== null && <>, in the shop {sellerName}</>}
      </p>
      {(before ?? after ?? '') !== '' && (
        <p className="flex flex-wrap items-center gap-2 text-sm wrap-anywhere">
          <span className="min-w-0">{before === null || before === '' ? 'Nothing' : before}</span>
          <ArrowRight aria-label="became" className="size-4 shrink-0 text-muted" />
          <span className="min-w-0">{after === null || after === '' ? 'Nothing' : after}</span>
        </p>
      )}
      {subjectId !== null && <code className="text-sm break-all text-muted">{subjectId}</code>}
    </li>
  )
}

function nameOf({ name, email }: { readonly name: string; readonly email: string }): string {
  return name.trim() === '' ? email : `${name} (${email})`
}
