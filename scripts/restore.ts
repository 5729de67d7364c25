// npm run restore -- FILE: fills an empty store from a backup. The store is that of DATABASE_URL and DATA_DIR.
import { restoreShop } from '#operations/restore-shop.ts'
import { fileArgument, runCommand } from '#operations/run-command.ts'

await runCommand((args) => {
  const file = fileArgument(args, 'Usage: npm run restore -- FILE')
  return async ({ url, config }) => {
    const { rows, files } = await restoreShop(url, config.dataDir, file)
    return `Restored ${rows} rows and ${files} files from ${file}.`
  }
})
