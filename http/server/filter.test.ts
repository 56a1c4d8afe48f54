import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Call } from '#contract/call.ts'
import { adminCalls, customerCalls } from '#contract/calls.ts'
import { signInCalls } from '#contract/identity/sign-in.ts'
import { type BackOffice, startBackOffice } from '#test/support/back-office.ts'
import { consolePassword, startConsole } from '#test/support/console.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'

/** Each value of a list's filters becomes part of a statement that only the database can prove valid. */
const now = () => new Date()
let database: TestDatabase
let office: BackOffice
let console: Awaited<ReturnType<typeof startConsole>>
beforeAll(async () => {
  database = await createTestDatabase()
  office = await startBackOffice(database, now)
  console = await startConsole(database, now)
})
afterAll(async () => {
  await console?.close()
  await office?.close()
  await database?.close()
})

interface Filter {
  call: Call
  input: Record<string, string>
}

/** Every read call with each value of each of its fields, one at a time. */
const filtersOf = (groups: Record<string, Record<string, Call>>): Filter[] =>
  Object.values(groups)
    .flatMap(group => Object.values(group))
    .filter(call => call.method === 'GET')
    .flatMap(call => choicesOf(call).map(([name, choice]) => ({ call, input: { [name]: choice } })))

function choicesOf(call: Call): [name: string, choice: string][] {
  const { properties = {} } = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties).flatMap(([name, field]) =>
    typeof field === 'object' ? (field.enum ?? []).map((choice): [string, string] => [name, String(choice)]) : [],
  )
}

/** Number of successful answers; failures are listed by name. */
async function answered(filters: readonly Filter[], ask: (filter: Filter) => Promise<string>): Promise<number> {
  const broken: string[] = []
  let count = 0
  for (const filter of filters) {
    const code = await ask(filter)
    if (code === 'ok') count += 1
    if (code === 'bug') broken.push(`${filter.call.path} ${JSON.stringify(filter.input)}`)
  }
  expect(broken).toEqual([])
  return count
}

test('every list of the console answers each value of its filters', async () => {
  const { phone } = await console.newAccount()
  const browser = console.browser()
  await browser.act(signInCalls.byPassword, { login: phone, password: consolePassword })
  const ask = async ({ call, input }: Filter) => (await browser.act(call, input as never)).code
  expect(await answered(filtersOf(customerCalls), ask)).toBeGreaterThan(100)
})

test('every list of the back office answers each value of its filters', async () => {
  const ask = ({ call, input }: Filter) =>
    office.get(call, input).then(
      () => 'ok',
      (error: Error) => /"code":"(\w+)"/.exec(error.message)?.[1] ?? 'bug',
    )
  expect(await answered(filtersOf(adminCalls), ask)).toBeGreaterThan(100)
})
