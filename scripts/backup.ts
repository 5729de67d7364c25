// npm run backup -- FILE: the shop, its database and uploaded files, as one file; beside a running product or without.
import { backUpShop } from '#operations/back-up-shop.ts'
import { fileArgument, runCommand } from '#operations/run-command.ts'

await runCommand((args) => {
  const file = fileArgument(args, 'Usage: npm run backup -- FILE')
  return async ({ url, config }) => {
    const { rows, files } = await backUpShop(url, config.dataDir, file)
    return `Backed up ${rows} rows and ${files} files into ${file}.`
  }
})
