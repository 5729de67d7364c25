// Builds @tillform/sdk into packages/sdk/dist from the description of a running product: `npm run sdk`, or `npm run sdk
// -- https://tillform.example`.
import { join } from 'node:path'
import { root, runTool } from './run-tool.ts'
import { writeSdk } from './write-sdk.ts'

const [, , url = 'http://localhost:3000'] = process.argv
const folder = join(root, 'packages/sdk/dist')
const answer = await fetch(`${url}/api/openapi.json`)
if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
const { code, output } = await runTool('tsc', ['-p', 'packages/sdk', '--emitDeclarationOnly'])
if (code !== 0) throw new Error(output)
await writeSdk(await answer.json(), folder)
process.stdout.write(`The SDK is in ${folder}\n`)
