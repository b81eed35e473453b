import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

// A part whose code comes when it is needed; `meanwhile` stands there until then. Unlike one of lazy(), it is there as soon as
// its code is: React keeps what a Suspense shows meanwhile for 300 ms.
export function late<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  meanwhile?: ReactNode,
): ComponentType<Props> {
  let come: ComponentType<Props> | undefined;
  return function Late(props: Props) {
    const [Part, setPart] = useState(() => come);
    useEffect(() => {
      if (Part) return;
      let isGone = false;
      const show = (next: () => ComponentType<Props>) => {
        if (!isGone) setPart(next);
      };
      load().then(
        (loaded) => {
          come = loaded.default;
          show(() => loaded.default);
        },
        // Thrown where the part would stand, for whoever catches what breaks there.
        (error) =>
          show(() => {
            throw error;
          }),
      );
      return () => {
        isGone = true;
      };
    }, [Part]);
    return Part ? <Part {...props} /> : meanwhile;
  };
}
