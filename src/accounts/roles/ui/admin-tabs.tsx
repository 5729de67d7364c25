import { t } from '#foundation/language/t.ts'
import { TabLinks } from '#web/kit/layout/tab-links.tsx'
import { useAdminAreas } from './admin-areas.ts'

export function AdminTabs() {
  return <TabLinks label={t('Administration')} tabs={useAdminAreas()} />
}
