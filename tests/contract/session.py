"""One run of the fuzzer against one server: sends what the generator makes, judges every answer, learns from it, and
tells of the first one that is wrong with the smallest request that does the same."""

from collections import Counter

from harness.client import Connection, all_texts
from harness.curl import curl_line

from call import Call
from expectation import KeptAnswer, Oracle, path_parameters
from judge import Broken, judge
from shrinker import shrink


class ContractFailure(AssertionError):
    """What the fuzzer found: what is wrong, a line to see it again, and what was answered."""

    def __init__(self, broken, call, curl, where):
        answer = broken.response.summary() if broken.response else "nothing"
        super().__init__(f"{broken}\n{curl}\nanswered: {answer}\n{where}")
        self.told = str(broken)
        self.call = call
        self.curl = curl
        self.response = broken.response


class Session:
    def __init__(self, address, document, generator, seed):
        self.seen = Counter()  # {(operation id or "no operation", status): answers}
        self._address = address
        self._document = document
        self._generator = generator
        self._oracle = Oracle(document, generator.values, generator.world)
        self._seed = seed
        self._connection = None
        self._probe = Call("OPTIONS", document.paths()[0]).to_bytes(address)
        self._deletions = {generator.memory.collection(each.path): each for each in generator.operations
                           if each.method == "delete"}

    def favour(self, operation_ids):
        self._generator.favour(operation_ids)

    def run(self, count):
        while self.seen.total() < count:
            call = self._generator.next()
            try:
                self.exchange(call)
                self._tidy(call)
            except Broken as broken:
                raise self._failure(broken) from None

    def exchange(self, call):
        """Sends the call, judges its answer and what became of the connection, and remembers what it taught."""
        expected = self._oracle.expect(call, self._address)
        try:
            response = self._answer(call)
            judge(self._document, call, expected, self._address, response)
            self._check_connection(response)
        except Broken as broken:
            broken.call = call
            raise
        operation = expected.operation
        self.seen[operation.id if operation else "no operation", response.status] += 1
        if operation:
            self._learn(call, operation, response, is_new=expected.kept is None)

    def operation_ids(self):
        return [operation.id for operation in self._generator.operations]

    def successes(self, operation_id):
        return sum(count for (name, status), count in self.seen.items() if name == operation_id and status < 300)

    def close(self):
        if self._connection:
            self._connection.close()
            self._connection = None

    def _answer(self, call):
        self._connection = self._connection or Connection(self._address)
        all_texts.add_from(call.body or b"")
        try:
            return self._connection.exchange_patiently(call.to_bytes(self._address))
        except (AssertionError, OSError) as problem:
            self.close()
            raise Broken("an answer", str(problem)) from None

    def _check_connection(self, response):
        """It is closed if the answer says so. Otherwise it serves the next request."""
        connection = self._connection
        if response.closes:
            has_ended = connection.ended()
            self.close()
            if not has_ended:
                raise Broken("the connection", "more came after an answer that closes", response)
            return
        try:
            status = connection.exchange(self._probe).status
        except (AssertionError, OSError) as problem:
            status = problem
        if status != 204:
            self.close()
            raise Broken("the connection", f"the next request on the connection gave {status}", response)

    def _learn(self, call, operation, response, is_new):
        generator, is_done = self._generator, response.status < 300 and is_new
        if is_done and operation.scopes and response.body and response.header("Content-Type").startswith("application/json"):
            generator.memory.learn(operation.path, response.json(), path_parameters(operation, call))
        if response.status == 404 or call.method == "DELETE" and response.status in (204, 409):
            # The last one alone: what it belongs to may be there all the same.
            for name, value in list(path_parameters(operation, call).items())[-1:]:
                generator.memory.forget(operation.path, name, value)
        if is_done and call.method == "DELETE" and operation.path.startswith("/contacts/"):
            generator.world.note_erasure()
        key = (call.header("Idempotency-Key") or "").strip(" \t")
        if is_done and key and key not in generator.world.doubtful and operation.can_repeat:
            kept = KeptAnswer(call.what, response.status, response.body)
            generator.world.kept[key] = kept
            generator.calls_kept = [*generator.calls_kept[-20:], call]

    def _tidy(self, call):
        """Removes an old object when there are many, so that there is always room to make one."""
        template = self._document.template(call.target)
        operation = template and self._deletions.get(self._generator.memory.collection(template))
        removal = operation and self._generator.removal(operation)
        if removal:
            self.exchange(removal)

    def _failure(self, broken):
        where = f"It was request {self.seen.total() + 1} of CONTRACT_SEED={self._seed}."
        smallest, again = self._shrunk(broken)
        if again is None:
            where += " The same request once more was answered well: something before it matters."
        line = curl_line(smallest.to_bytes(self._address), self._address)
        return ContractFailure(again or broken, smallest, line, where)

    def _shrunk(self, broken):
        """(the smallest call that breaks the same rule, how it does); the call itself and None when it does not."""
        call, last = broken.call, None

        def breaks_the_same(candidate):
            nonlocal last
            self.close()
            try:
                self.exchange(candidate)
                self._tidy(candidate)
            except Broken as found:
                if found.rule == broken.rule:
                    last = found
                    return True
            return False

        if not breaks_the_same(call):
            return call, None
        smallest = shrink(call, breaks_the_same)
        return smallest, last
