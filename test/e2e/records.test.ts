/** These share a platform, in this order: each leaves the demo's rows for which the next ones look. */
import './records/broadcast-history.ts'
import './records/statistics.ts'
import './records/delivery.ts'
import './records/export.ts'
import './records/blacklist.ts'
import './records/content.ts'
