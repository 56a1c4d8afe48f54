import '#ui/theme/layout.module.css'

import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { router } from './router.tsx'
import { isForVisitors, pageRoute } from './routes.tsx'
import { queryClient } from './session.ts'
import '#ui/theme/base.css'
import { showWholeTexts } from '#ui/form/whole-text.ts'
import { loadAhead } from '#ui/frame/load-ahead.ts'
import { installTheme } from '#ui/theme/theme-choice.ts'

installTheme()
loadAhead(pageRoute)
showWholeTexts()

// In pieces, between which a slow phone answers touches.
const draw = () =>
  startTransition(() =>
    createRoot(document.getElementById('root')!).render(
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    ),
  )
// A visitors' page is drawn in the document: it stays until its chunk is there, and takes what is typed meanwhile.
const isDrawn = isForVisitors(location.pathname, location.search) || document.querySelector('[data-static][inert]') !== null
if (!isDrawn || router.state.initialized) draw()
else {
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return
    stop()
    draw()
  })
}
