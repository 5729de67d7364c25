import { TabLinks } from '#web/kit/layout/tab-links.tsx'
import { useAdminAreas } from './admin-areas.ts'

/** The tabs of the platform's pages. */
export function AdminTabs() {
  return <TabLinks label="Administration" tabs={useAdminAreas()} />
}
