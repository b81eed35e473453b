import type { Scope } from '~/api/session';

export interface ScopeGroup {
  noun: string;
  scopes: { scope: Scope; action: string }[];
}

// Scopes by what they are about: `contact:read` and `contact:write` are one line.
export function groupsOf(scopes: readonly Scope[]): ScopeGroup[] {
  const groups = new Map<string, ScopeGroup>();
  for (const scope of scopes) {
    const [noun = '', action = ''] = scope.split(':');
    const group = groups.get(noun) ?? { noun, scopes: [] };
    group.scopes.push({ scope, action });
    groups.set(noun, group);
  }
  return [...groups.values()];
}

export function readingOnly(scopes: readonly Scope[]): Scope[] {
  return scopes.filter((scope) => scope.endsWith(':read'));
}
