// npm run sbom -- [FILE]: lists the production packages in CycloneDX format for vulnerability scanners.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { root } from './run-tool.ts'

const file = resolve(process.env['INIT_CWD'] ?? process.cwd(), process.argv[2] ?? 'sbom.cdx.json')
const args = [
  'sbom',
  '--omit=dev',
  '--package-lock-only',
  '--sbom-format=cyclonedx',
  '--sbom-type=application',
]
const { status, stdout, stderr } = spawnSync('npm', args, {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  shell: process.platform === 'win32',
})
if (status === 0) {
  writeFileSync(file, stdout)
  process.stdout.write(`Written to ${file}.\n`)
} else {
  process.stderr.write(stderr)
  process.exitCode = 1
}
