import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { freePort } from '#bin/run/free-port.ts'
import { type Platform, startPlatform } from '#test/support/platform.ts'
import { childThatRuns, withDescendants } from '#test/support/processes.ts'
import { newId } from '#values/id.ts'

const isLong = process.env.HONGYAN_PROOF === 'long'
const requestCount = 30

/** Accepts messages while the carrier is silent: more than the windows of its links hold. */
async function acceptMessages({ addresses }: Platform): Promise<void> {
  const { app } = addresses.demo
  for (let index = 0; index < requestCount; index += 1) {
    const phones = Array.from({ length: 100 }, (_, line) => `138${String(10_000_000 + index * 100 + line)}`)
    const { signature, templateCode, templateParam } = app
    const answer = await fetch(`${addresses.openapi}/openapi/v1/messages`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${app.accessKeyId}:${app.accessKeySecret}`,
        'content-type': 'application/json',
        'idempotency-key': newId(),
      },
      body: JSON.stringify({ signature, templateCode, templateParam, phones }),
    })
    expect(answer.status).toBe(200)
  }
}

/** Submits that the carrier answered, as dispatch counts them; 0 while it does not run. */
async function submitCount(port: number): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => null)
  const text = answer?.ok ? await answer.text() : ''
  return [...text.matchAll(/^hongyan_channel_submits_total\{.*\} (\d+)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0)
}

test.runIf(isLong)('everything is killed, the database too: the next start sends what was accepted', { timeout: 300_000 }, async () => {
  const port = await freePort()
  const env = { DISPATCH_MONITORING_PORT: String(port) }
  const first = await startPlatform({ env })
  process.kill(childThatRuns('programs/carrier-sim.js', first.pid), 'SIGSTOP')
  await acceptMessages(first)
  for (const pid of withDescendants(first.pid)) process.kill(pid, 'SIGKILL')
  const killedAtMs = performance.now()
  // What the first start has left would be taken for the second's.
  await rm(path.join(first.dataDir, 'addresses.json'))
  const starting = startPlatform({ dataDir: first.dataDir, env })
  let hasFailed = false
  let readyAtMs = 0
  starting.then(
    () => {
      readyAtMs = performance.now()
    },
    () => {
      hasFailed = true
    },
  )
  while (!hasFailed && (await submitCount(port)) === 0) await pause(20)
  const submittedAtMs = performance.now()
  const second = await starting
  const seconds = (atMs: number) => `${((atMs - killedAtMs) / 1000).toFixed(1)} s`
  console.log(`after kill -9 of everything: first submit after ${seconds(submittedAtMs)}, all programs ready after ${seconds(readyAtMs)}`)
  // What the silent carrier may have got is in doubt; the rest waited in the outbox.
  await expect.poll(() => submitCount(port), { timeout: 120_000 }).toBeGreaterThan((requestCount * 100) / 2)
  await second.stop()
  await rm(first.dataDir, { recursive: true, force: true })
})
