import '#ui/layout.module.css'

import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import '#ui/base.css'
import { loadAhead } from '#ui/load-ahead.ts'
import { installTheme } from '#ui/theme-choice.ts'
import { showWholeTexts } from '#ui/whole-text.ts'
import { router } from './router.tsx'
import { routeOf } from './routes.tsx'
import { queryClient } from './session.ts'

installTheme()
loadAhead(routeOf)
showWholeTexts()
createRoot(document.getElementById('root')!).render(
  <QueryClientProvider client={queryClient}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
)
