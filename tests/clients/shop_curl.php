<?php
// A shop that speaks to the service the way shops in PHP do: with curl, one handle per request, arrays turned to JSON.
// It also repeats its body among the headers, and sends a body with everything.

function ask(string $method, string $path, array $body = [], array $headers = []): array
{
    $json = json_encode($body);
    $curl = curl_init();
    curl_setopt_array($curl, [
        CURLOPT_URL => str_starts_with($path, 'http') ? $path : getenv('SHOP_URL') . $path,
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_ENCODING => '',
        CURLOPT_MAXREDIRS => 10,
        CURLOPT_TIMEOUT => 30,
        CURLOPT_FOLLOWLOCATION => true,
        CURLOPT_HTTP_VERSION => CURL_HTTP_VERSION_1_1,
        CURLOPT_CUSTOMREQUEST => $method,
        CURLOPT_POSTFIELDS => $json,
        CURLOPT_HTTPHEADER => array_merge([
            'Content-Type: application/json;charset=UTF-8',
            'Authorization: apiKey ' . getenv('SHOP_KEY'),
            $json,
        ], $headers),
    ]);
    $text = curl_exec($curl);
    if ($text === false) {
        fwrite(STDERR, curl_error($curl) . "\n");
        exit(1);
    }
    $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
    curl_close($curl);
    return ['status' => $status, 'body' => json_decode($text, true)];
}

$email = getenv('SHOP_EMAIL');
$field = getenv('SHOP_FIELD');
$path = '/contacts/email/' . rawurlencode($email);

$told = [];
$told['made'] = ask('PATCH', $path, ['_name' => 'Ada', '_points' => 3, '_birthdate' => date('c', 0), $field => ['b', 'a']]);
$told['read'] = ask('GET', $path);
$told['changed'] = ask('PATCH', '/contacts/' . urlencode($email), ['_name' => null, '_surname' => "L\u{f6}velace"],
    ['Expect: 100-continue']);
$told['empty'] = ask('PATCH', $path, []);
$told['fields'] = [];
for ($next = '/contact-fields/?pageSize=20'; $next; $next = $page['body']['links']['next'] ?? null) {
    $page = ask('GET', $next);
    array_push($told['fields'], ...array_column($page['body']['results'], 'id'));
}
$refused = ask('PATCH', $path, ['_points' => '3', 'nothing' => 1]);
$told['problems'] = array_column($refused['body']['validationErrors'], 'path');
$told['deleted'] = ask('DELETE', $path)['status'];
$told['missing'] = ask('GET', $path);
echo json_encode($told);
