import { useQuery } from '@tanstack/react-query'
import { AdminTabs } from '#accounts/roles/ui/admin-tabs.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { ErrorState } from '#web/kit/feedback/error-state.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { Page } from '#web/kit/layout/page.tsx'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import { When } from '#web/kit/layout/when.tsx'
import type { Health } from '../contract.ts'
import { Facts } from './facts.tsx'
import { findProblems } from './find-problems.ts'
import { sizeText } from './quantity-text.ts'
import { Queues } from './queues.tsx'
import { healthQuery } from './queries.ts'

/** For the SuperAdmin: whether the server does what it should, and what to look at if not. */
export function HealthPage() {
  const { data, error, isPending, isFetching, refetch } = useQuery(healthQuery)
  return (
    <Page
      title="Health"
      lead={
        data && (
          <>
            Checked <When at={data.checkedAt} />
          </>
        )
      }
      actions={
        data && (
          <Button isBusy={isFetching} onClick={() => void refetch()}>
            Check now
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
              {errorMessage(error, 'The server could not be checked again.')} Below is how it was at the last
              check.
            </Notice>
          )}
          <Queues queues={data.queues} />
          <LastSeen {...data} />
          <Server {...data} />
        </div>
      ) : isPending ? (
        <Skeleton label="Loading how the server is" blocks={['h-14', 'h-72', 'h-48']} />
      ) : (
        <ErrorState error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

function Problems({ problems }: { readonly problems: readonly string[] }) {
  if (problems.length === 0) return <Notice tone="success">Everything runs as it should.</Notice>
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
      title="Last seen"
      facts={[
        { name: 'Delivery of the card provider', value: when(lastWebhookAt, 'None yet') },
        { name: 'Email sent', value: when(lastMailAt, 'None recently') },
        { name: 'Backup', value: when(lastBackupAt, 'None by npm run backup') },
        { name: 'Backup that was restored for a trial', value: when(lastVerifiedBackupAt, 'None') },
        { name: 'Books compared', value: when(books.comparedAt, 'Never') },
      ]}
    />
  )
}

function Server({ process, disk, versions }: Health) {
  const { inUse, idle, most } = process.connections
  return (
    <Facts
      title="This server"
      lead="Of the process that answered; with several, each has its own."
      facts={[
        { name: 'Running since', value: <When at={process.startedAt} /> },
        { name: 'Memory', value: sizeText(process.memoryBytes) },
        {
          name: 'Disk',
          value: disk === null ? 'Not known' : `${sizeText(disk.free)} free of ${sizeText(disk.size)}`,
        },
        { name: 'Database connections', value: `${inUse} in use, ${idle} idle, at most ${most}` },
        { name: 'Tillform', value: versions.product },
        { name: 'Node', value: versions.node },
        { name: 'PostgreSQL', value: versions.postgres },
        { name: 'Migration', value: versions.migration },
      ]}
    />
  )
}
