/** These share a platform, in this order: each leaves the demo's rows for which the next ones look. */
import './money/finance-width.ts'
import './money/bill.ts'
import './money/invoice.ts'
import './money/bank.ts'
import './money/link-package.ts'
import './money/recharge.ts'
