/**
 * Runs the measurements of this folder in sequence: `npm run bench`, or `npm run bench engine upload` for some. Flags
 * after `--` go to each: `npm run bench engine -- --flowing`.
 */
import { spawn } from 'node:child_process'
import { readdir } from 'node:fs/promises'

const flagsFrom = process.argv.findIndex((argument, index) => index > 1 && argument.startsWith('-'))
const wanted = process.argv.slice(2, flagsFrom < 0 ? undefined : flagsFrom)
const flags = flagsFrom < 0 ? [] : process.argv.slice(flagsFrom)
const files = (await readdir(import.meta.dirname)).filter(file => file.endsWith('.ts'))
const names = files.map(file => file.replace(/\.ts$/, '')).filter(name => name !== 'all')
const chosen = wanted.length > 0 ? wanted : names
const unknown = chosen.filter(name => !names.includes(name))
if (unknown.length > 0) {
  console.error(`没有这项测量：${unknown.join('、')}。可选：${names.join('、')}`)
  process.exit(1)
}
let failed = 0
for (const name of chosen) {
  console.log(`\n▶ ${name}`)
  const code = await new Promise<number | null>(resolve =>
    spawn(process.execPath, [`${import.meta.dirname}/${name}.ts`, ...flags], { stdio: 'inherit' }).once('exit', resolve),
  )
  if (code !== 0) failed += 1
}
process.exit(failed === 0 ? 0 : 1)
