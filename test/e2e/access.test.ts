/** These share a platform, in this order: each leaves the demo's rows for which the next ones look. */
import './access/app.ts'
import './access/channels.ts'
import './access/alert.ts'
