// npm run restore: restores a backup into the empty store at DATABASE_URL and DATA_DIR.
import { readRestoreArguments } from '#operations/backups/read-arguments.ts'
import { restoreArchive } from '#operations/backups/restore-archive.ts'
import { runCommand } from '#operations/run-command.ts'

await runCommand((args) => {
  const { archive, identityFile } = readRestoreArguments(args)
  return {
    work: async ({ url, config }) => {
      const { rows, files } = await restoreArchive(url, config.dataDir, archive, identityFile)
      return `Restored ${rows} rows and ${files} files from ${archive}.`
    },
  }
})
