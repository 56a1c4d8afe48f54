import '#ui/theme/layout.module.css'

import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import '#ui/theme/base.css'
import { showWholeTexts } from '#ui/form/whole-text.ts'
import { loadAhead } from '#ui/frame/load-ahead.ts'
import { installTheme } from '#ui/theme/theme-choice.ts'
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
