// npm run backup: backs up the database and uploaded files to one file, while the product runs or not. With --to it
// adds an archive to a folder or bucket, either once (for a timer) or repeatedly.
import { backUpShop } from '#operations/shop-archive.ts'
import { readBackupArguments } from '#operations/backups/read-arguments.ts'
import { runBackup, type BackupOptions } from '#operations/backups/run-backup.ts'
import { recordBackup } from '#operations/record-backup.ts'
import type { Store } from '#operations/open-store.ts'
import { runCommand } from '#operations/run-command.ts'

await runCommand((args) => {
  const plan = readBackupArguments(args)
  if (plan.kind === 'kept') return { work: (store) => makeBackup(store, plan.options), every: plan.every }
  return { work: (store) => writeBackup(store, plan.file) }
})

async function writeBackup(store: Store, file: string): Promise<string> {
  const { rows, files } = await backUpShop(store.url, store.config.dataDir, file)
  await recordBackup(store, false)
  return `Backed up ${rows} rows and ${files} files into ${file}.`
}

async function makeBackup(store: Store, options: BackupOptions): Promise<string> {
  const { name, rows, files } = await runBackup(store, options)
  await recordBackup(store, options.isVerified)
  const verified = options.isVerified ? ', verified by a trial restore' : ''
  return `Backed up ${rows} rows and ${files} files as ${name}${verified}.`
}
