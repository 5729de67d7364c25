import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import { call, useUser } from '#accounts/identity/ui/session.ts'
import type { AdminUser } from '#accounts/roles/contract.ts'
import { AdminTabs } from '#accounts/roles/ui/admin-tabs.tsx'
import { ChangeRoleDialog, RoleBadges } from '#accounts/roles/ui/change-role-dialog.tsx'
import { anyUserQuery, usersKey } from '#accounts/roles/ui/queries.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { formsContract } from '#selling/forms/contract.ts'
import { salesContract } from '#selling/sales/contract.ts'
import { statusText } from '#selling/sales/ui/status-badge.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { Loaded } from '#web/kit/list/loaded.tsx'
import { Own } from '#web/kit/layout/own.tsx'
import { Page } from '#web/kit/layout/page.tsx'
import { Section } from '#web/kit/layout/section.tsx'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import { When } from '#web/kit/layout/when.tsx'

/** A user with the newest sales and forms of their shop, for support. */
export function UserPage() {
  const { id = '' } = useParams()
  return (
    <Loaded title={t('User')} query={useQuery(anyUserQuery(id))} listPath="/admin/users">
      {(user) => <ShownUser user={user} />}
    </Loaded>
  )
}

function ShownUser({ user }: { readonly user: AdminUser }) {
  const [isChanging, setIsChanging] = useState(false)
  const isSuperAdmin = useUser()?.role === 'SuperAdmin'
  const { id } = user
  const forms = useQuery({
    queryKey: [...usersKey, 'forms', id],
    queryFn: ({ signal }) => call(formsContract.listForms, { query: { user: id }, signal }),
  })
  const sales = useQuery({
    queryKey: [...usersKey, 'sales', id],
    queryFn: ({ signal }) => call(salesContract.listSales, { query: { user: id }, signal }),
  })
  return (
    <Page
      title={user.name.trim() === '' ? user.email : user.name}
      lead={leadOf(user)}
      actions={
        isSuperAdmin ? (
          <Button variant="secondary" onClick={() => setIsChanging(true)}>
            {t('Change role')}
          </Button>
        ) : undefined
      }
    >
      <AdminTabs />
      <p className="mb-6 flex flex-wrap gap-1.5">
        <RoleBadges user={user} />
      </p>
      <div className="grid gap-6">
        <Section title={t('Forms')} lead={t('The newest forms in the shop.')}>
          <Rows query={forms} none={t('No forms yet.')}>
            {(form) => (
              <Row key={form.id} to={`/forms/${form.id}`} label={form.title}>
                <When at={form.createdAt} />
              </Row>
            )}
          </Rows>
        </Section>
        <Section title={t('Sales')} lead={t('The newest purchases in the shop.')}>
          <Rows query={sales} none={t('No sales yet.')}>
            {(sale) => (
              <Row key={sale.id} to={`/sales/${sale.id}`} label={sale.formTitle}>
                {rich('{amount}, {status}, {time}', {
                  amount: <Own>{formatAmount(sale.total, sale.currency)}</Own>,
                  status: statusText(sale.status, sale).toLowerCase(),
                  time: <When at={sale.createdAt} />,
                })}
              </Row>
            )}
          </Rows>
        </Section>
      </div>
      {isChanging && <ChangeRoleDialog user={user} onClose={() => setIsChanging(false)} />}
    </Page>
  )
}

function leadOf({ email: address, seller, createdAt }: AdminUser): ReactNode {
  const email = <Own>{address}</Own>
  const time = <When at={createdAt} />
  if (seller === null) return rich('{email}, since {time}', { email, time })
  const shop = seller.name
  return seller.isOwner
    ? rich('{email}, owner of {shop}, since {time}', { email, shop, time })
    : rich('{email}, member of {shop}, since {time}', { email, shop, time })
}

type RowsProps<Item> = {
  readonly query: {
    readonly data: { readonly data: readonly Item[] } | undefined
    readonly error: Error | null
  }
  readonly none: string
  readonly children: (item: Item) => ReactNode
}

function Rows<Item>({ query: { data, error }, none, children }: RowsProps<Item>) {
  if (data === undefined) {
    return error === null ? (
      <Skeleton blocks={['h-24']} />
    ) : (
      <p className="text-muted">{errorMessage(error, t('We could not load this.'))}</p>
    )
  }
  if (data.data.length === 0) return <p className="text-muted">{none}</p>
  return <ul className="divide-y divide-line">{data.data.map(children)}</ul>
}

type RowProps = { readonly to: string; readonly label: string; readonly children: ReactNode }

function Row({ to, label, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3">
      <Link to={to} className="min-w-0 rounded font-medium break-words hover:text-brand">
        {label}
      </Link>
      <span className="text-sm text-muted">{children}</span>
    </li>
  )
}
