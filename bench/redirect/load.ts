import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { matchOrThrow, takeOrThrow } from '#values/or-throw.ts'

export interface Figures {
  count: number
  perSecond: number
  p99Ms: number
  /** Answers other than redirects, and broken connections. */
  errorCount: number
}

const agent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.48'

/**
 * A wrk script that requests random codes, each connection with an average pause of `delayMs` between requests, varied
 * so that they don't arrive as a crowd (decision 0055). Returns its path.
 */
export async function writeScript(file: string, codes: readonly string[], delayMs = 0): Promise<string> {
  const delay = delayMs > 0 ? `function delay() return math.random(0, ${2 * delayMs}) end` : ''
  await writeFile(
    file,
    `local codes = {${codes.map(code => `"${code}"`).join(',')}}
request = function() return wrk.format("GET", "/" .. codes[math.random(#codes)], {["User-Agent"] = "${agent}"}) end
${delay}`,
  )
  return file
}

export async function load(url: string, how: { script: string; seconds: number; connections: number }): Promise<Figures> {
  const { stdout } = await promisify(execFile)('wrk', [
    '-t1',
    `-c${how.connections}`,
    `-d${how.seconds}s`,
    '--latency',
    '-s',
    how.script,
    url,
  ])
  const [, amount, unit] = matchOrThrow(/99%\s+([\d.]+)(us|ms|s)/, stdout)
  const perMs = unit === 'us' ? 0.001 : unit === 'ms' ? 1 : 1000
  const errors = [...stdout.matchAll(/(?:Non-2xx or 3xx responses:|connect|read|write|timeout) (\d+)/g)]
  return {
    count: Number(matchOrThrow(/(\d+) requests in/, stdout)[1]),
    perSecond: Number(matchOrThrow(/Requests\/sec:\s+([\d.]+)/, stdout)[1]),
    p99Ms: Number(amount) * perMs,
    errorCount: errors.reduce((sum, [, count]) => sum + Number(count), 0),
  }
}

/**
 * Processor time of a process's first thread so far, and its time waiting for a processor, in microseconds; 0 where the
 * system doesn't report it.
 */
export function timesOf(pid: number): { cpuUs: number; waitedUs: number } {
  try {
    const [ran, waited] = takeOrThrow(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ').map(Number), 2)
    return { cpuUs: ran / 1000, waitedUs: waited / 1000 }
  } catch {
    return { cpuUs: 0, waitedUs: 0 }
  }
}
