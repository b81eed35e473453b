import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import {
  loadWorkflow,
  type ReadWorkflow,
  saveWorkflow,
  type WorkflowContent,
  type WorkflowDefinition,
} from '~/api/workflows';
import { useHistory } from '~/ui/useHistory';
import { contentOf, type Saved, Saver } from './saver';

export interface Draft {
  content: WorkflowContent;
  saved: Saved;
  // Changes of one thing that follow each other quickly are undone together.
  change: (next: Partial<WorkflowContent>, what?: string) => void;
  changeDefinition: (next: WorkflowDefinition, what?: string) => void;
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
  flush: () => Promise<boolean>;
  keepMine: () => void;
  takeTheirs: () => void;
}

// What is edited of a workflow: it can be undone, and saves itself.
export function useDraft(workflow: ReadWorkflow): Draft {
  const queries = useQueryClient();
  const { id } = workflow;
  const history = useHistory(contentOf(workflow));
  const [saver] = useState(
    () =>
      new Saver(workflow, {
        load: () => loadWorkflow(id),
        send: async (known, content) => {
          const answer = await saveWorkflow(known, content);
          queries.setQueryData(['workflows', id], answer);
          return answer;
        },
      }),
  );
  const saved = useSyncExternalStore(saver.listen, saver.now);

  useEffect(() => saver.put(history.now), [saver, history.now]);
  const { reset } = history;
  useEffect(() => {
    if (saver.see(workflow)) reset(contentOf(workflow));
  }, [saver, workflow, reset]);

  useEffect(() => {
    const leave = (event: BeforeUnloadEvent) => {
      if (saver.now().state !== 'saved') event.preventDefault();
    };
    const again = () => void saver.flush();
    window.addEventListener('beforeunload', leave);
    window.addEventListener('online', again);
    return () => {
      window.removeEventListener('beforeunload', leave);
      window.removeEventListener('online', again);
      void saver.flush().then(() => queries.invalidateQueries({ queryKey: ['workflows', 'all'] }));
    };
  }, [saver, queries]);

  const change = (next: Partial<WorkflowContent>, what?: string) => history.change({ ...history.now, ...next }, what);
  return {
    content: history.now,
    saved,
    change,
    changeDefinition: (definition, what) => change({ definition }, what),
    undo: history.undo,
    redo: history.redo,
    flush: async () => {
      await saver.flush();
      return saver.now().state === 'saved';
    },
    keepMine: () => void saver.settle(history.now),
    takeTheirs: () => {
      if (!saved.theirs) return;
      const theirs = contentOf(saved.theirs);
      // One step back is what was here.
      history.change(theirs);
      void saver.settle(theirs);
    },
  };
}
