import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { broadcastCalls } from '#contract/broadcast/broadcast.ts'
import type { Call } from '#contract/call.ts'
import { signInCalls } from '#contract/identity/sign-in.ts'
import { linkListCalls } from '#contract/links/link-list.ts'
import { readAnswer } from '#test/support/answer.ts'
import { restoreDataFolder } from '#test/support/data-folder.ts'
import { makeDataFolder } from '#test/support/folder.ts'
import { startPlatform } from '#test/support/platform.ts'

const fixtures = path.join(import.meta.dirname, '../fixtures')
const versions = readdirSync(fixtures).filter(name => name.endsWith('.json.br'))

test.each(versions)(
  'a data folder of %s: today’s programs start on it; its member signs in and has the same records and links',
  async name => {
    const dataDir = await makeDataFolder('hongyan-upgrade-')
    await restoreDataFolder(path.join(fixtures, name), dataDir)
    const { addresses, stop } = await startPlatform({ dataDir })
    try {
      const { console: base, demo } = addresses
      const signedIn = await fetch(base + signInCalls.byPassword.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: base },
        body: JSON.stringify({ ...demo.customer, captcha: '' }),
      })
      expect(signedIn.status).toBe(200)
      const headers = {
        cookie: signedIn.headers
          .getSetCookie()
          .map(cookie => cookie.split(';')[0])
          .join('; '),
      }
      const read = async <C extends Call>(call: C, query: Record<string, string> = {}) =>
        readAnswer(call, await fetch(`${base}${call.path}?${new URLSearchParams(query)}`, { headers }))
      expect((await read(broadcastCalls.list, { part: 'finished' })).rows.length).toBeGreaterThan(5)
      const links = (await read(linkListCalls.list)).rows
      expect(links.length).toBeGreaterThan(5)
      const link = links.find(row => row.state === 'active')
      const opened = await fetch(`${addresses.redirect}/${link?.code}`, {
        redirect: 'manual',
        headers: { host: new URL(addresses.redirect).host },
      })
      expect([opened.status, opened.headers.get('location')]).toEqual([302, link?.target])
    } finally {
      await stop()
    }
  },
)
