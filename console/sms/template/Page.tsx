export { PlannedRoute as Page } from '#console/layout/PlannedRoute.tsx'
