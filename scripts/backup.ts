// npm run backup -- FILE: the shop, its database and uploaded files, as one file; beside a running product or without.
import { backUpShop } from '#operations/back-up-shop.ts'
import { noteBackup } from '#operations/note-backup.ts'
import { fileArgument, runCommand } from '#operations/run-command.ts'

await runCommand((args) => {
  const file = fileArgument(args, 'Usage: npm run backup -- FILE')
  return async (store) => {
    const { rows, files } = await backUpShop(store.url, store.config.dataDir, file)
    await noteBackup(store)
    return `Backed up ${rows} rows and ${files} files into ${file}.`
  }
})
