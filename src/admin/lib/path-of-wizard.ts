/**
 * The address of the wizard that connects an organization.
 * @param connectionId the disconnected connection whose places and settings it starts with
 * @param authorizationId the sign-in that the browser has brought back
 */
export function pathOfWizard(opening: { connectionId?: string; authorizationId?: string }): string {
  const search = new URLSearchParams({ connect: opening.connectionId ?? "" })
  if (opening.authorizationId !== undefined) {
    search.set("authorization", opening.authorizationId)
  }
  return `/settings/pos?${search.toString()}`
}
