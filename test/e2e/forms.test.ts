/** These share a platform, in this order: each leaves the demo's rows for which the next ones look. */
import './forms/sender-registration.ts'
import './forms/upload.ts'
import './forms/settings.ts'
import './forms/audit-notice.ts'
