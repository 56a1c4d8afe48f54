/** `node hold-ledger.ts <database> <account>`: locks an account's ledger in a transaction that never ends. */
import { openPool } from '#db/connect.ts'

const [url = '', account = ''] = process.argv.slice(2)
const client = await openPool({ url, role: 'hongyan_app' }).connect()
await client.query('begin')
await client.query(`select set_config('app.account_id', $1, true)`, [account])
await client.query('select from ledger_account where account_id = $1 for update', [account])
process.send?.('locked')
setTimeout(() => undefined, 600_000)
