import { t } from '#foundation/language/t.ts'
import { SettingsPage } from '#web/kit/layout/settings-page.tsx'
import { EraseAccount, ExportAccount } from './account-data.tsx'

export function DataPage() {
  return (
    <SettingsPage title={t('Data')} lead={t('Export your data, or erase your account.')}>
      <ExportAccount />
      <EraseAccount />
    </SettingsPage>
  )
}
