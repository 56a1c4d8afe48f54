/** These share a platform, in this order. */
import './pages/frame.ts'
import './pages/every-page.ts'
