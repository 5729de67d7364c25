import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { say, t } from '#foundation/language/t.ts'
import { rich } from '#foundation/language/rich.ts'
import { AdminTabs } from '#accounts/roles/ui/admin-tabs.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { Page } from '#web/kit/layout/page.tsx'
import { When } from '#web/kit/layout/when.tsx'
import { Badge } from '#web/kit/layout/badge.tsx'
import type { Health, Queue } from '../contract.ts'
import { findProblems, queueNames, durationText, sizeText } from './find-problems.ts'
import { healthQuery } from './queries.ts'

/** Shows SuperAdmins whether the server works, and what to check if it does not. */
export function HealthPage() {
  const query = useQuery(healthQuery)
  const { data, error, isFetching, refetch } = query
  return (
    <Page
      title={t('Health')}
      lead={data && rich('Checked {time}', { time: <When at={data.checkedAt} /> })}
      actions={
        data && (
          <Button isBusy={isFetching} onClick={() => void refetch()}>
            {t('Check now')}
          </Button>
        )
      }
    >
      <AdminTabs />
      {data !== undefined ? (
        <div className="grid gap-6">
          {error === null ? (
            <Problems problems={findProblems(data)} />
          ) : (
            <Notice tone="danger">
              {errorMessage(error, t('We could not check the server.'))}{' '}
              {t('Showing the last successful check.')}
            </Notice>
          )}
          <Queues queues={data.queues} />
          <LastSeen {...data} />
          <Server {...data} />
        </div>
      ) : (
        <NotLoaded query={query} label={t('Loading the server’s health')} blocks={['h-14', 'h-72', 'h-48']} />
      )}
    </Page>
  )
}

function Problems({ problems }: { readonly problems: readonly string[] }) {
  if (problems.length === 0) return <Notice tone="success">{t('All systems normal.')}</Notice>
  return (
    <Notice tone="warning">
      {problems.length === 1 ? (
        problems[0]
      ) : (
        <ul className="grid list-disc gap-1 pl-5">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </Notice>
  )
}

function LastSeen({ lastWebhookAt, lastMailAt, lastBackupAt, lastVerifiedBackupAt, books }: Health) {
  const when = (at: string | null, never: string) => (at === null ? never : <When at={at} />)
  return (
    <Facts
      title={t('Last activity')}
      facts={[
        { name: t('Last Stripe webhook'), value: when(lastWebhookAt, t('None yet')) },
        { name: t('Last email sent'), value: when(lastMailAt, t('None recently')) },
        { name: t('Last backup'), value: when(lastBackupAt, t('None made by npm run backup')) },
        { name: t('Last test restore'), value: when(lastVerifiedBackupAt, t('None')) },
        { name: t('Last reconciliation'), value: when(books.comparedAt, t('Never')) },
      ]}
    />
  )
}

function Server({ process, disk, versions }: Health) {
  const { inUse, idle, most } = process.connections
  return (
    <Facts
      title={t('This server')}
      lead={t('For the process that handled this request.')}
      facts={[
        { name: t('Running since'), value: <When at={process.startedAt} /> },
        { name: t('Memory'), value: sizeText(process.memoryBytes) },
        {
          name: t('Disk'),
          value:
            disk === null
              ? t('Unknown')
              : t('{free} free of {size}', { free: sizeText(disk.free), size: sizeText(disk.size) }),
        },
        {
          name: t('Database connections'),
          value: t('{inUse} in use, {idle} idle, maximum {most}', { inUse, idle, most }),
        },
        { name: 'Tillform', value: versions.product },
        { name: 'Node', value: versions.node },
        { name: 'PostgreSQL', value: versions.postgres },
        { name: t('Migration'), value: versions.migration },
      ]}
    />
  )
}

type Props = {
  readonly title: string
  readonly lead?: string
  readonly facts: readonly { readonly name: string; readonly value: ReactNode }[]
}

function Facts({ title, lead, facts }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="panel p-5 sm:p-7">
      <h2 id={id} className="text-xl font-semibold">
        {title}
      </h2>
      {lead !== undefined && <p className="mt-1 text-muted">{lead}</p>}
      <dl className="mt-5 grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
        {facts.map(({ name, value }) => (
          <div key={name} className="grid min-w-0 content-start gap-1">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="font-semibold break-words tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The server's queues. Waiting work is normal, but overdue work is not. */
function Queues({ queues }: { readonly queues: readonly Queue[] }) {
  return (
    <section aria-labelledby="queues" className="panel p-5 sm:p-7">
      <h2 id="queues" className="text-xl font-semibold">
        {t('Background jobs')}
      </h2>
      <p className="mt-1 max-w-2xl text-muted">
        {t('Scheduled and retrying jobs. Due jobs start within seconds.')}
      </p>
      <ul className="mt-5 grid gap-3">
        {queues.map(({ queue, waiting, due, oldestSeconds }) => (
          <li
            key={queue}
            className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1 border-t border-line pt-3 tabular-nums md:grid-cols-[minmax(0,1fr)_8rem_6rem_12rem]"
          >
            <span className="col-span-full font-semibold md:col-span-1">{say(queueNames[queue].name)}</span>
            {waiting === 0 ? (
              <span className="col-span-full text-muted md:col-span-1">{t('Empty')}</span>
            ) : (
              <>
                <span>
                  {t('{waiting, plural, other {{shown} waiting}}', { waiting, shown: countText(waiting) })}
                </span>
                <span>
                  <Badge tone={due === 0 ? 'neutral' : 'brand'}>
                    {t('{due, plural, other {{shown} due}}', { due, shown: countText(due) })}
                  </Badge>
                </span>
                <span className="col-span-full text-sm text-muted md:col-span-1">
                  {t('Oldest: {duration}', { duration: durationText(oldestSeconds) })}
                </span>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The server counts each queue only up to 2,000. */
function countText(count: number): string {
  return count >= 2_000 ? '2,000+' : count.toLocaleString('en-US')
}
